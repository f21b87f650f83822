import { useState } from 'react'
import type { HomeBoard } from '#app/data/home-board.ts'
import { useLiveOverlays } from '#app/site/live/use-live-overlays.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import { HOME_SECTIONS } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import { liveRows } from '#domain/live-list.ts'

export interface HomeReply {
  board: HomeBoard
  today: Day
}

const TABLES = HOME_SECTIONS.map(({ table }) => table)

/**
 * The home page as it is now.
 *
 * @param first what the server rendered
 * @returns `waiting` counts new notices that the reader has not asked to see
 */
export function useHomeBoard(first: HomeReply) {
  const [fetched, setFetched] = useState(first)
  const [rendered, setRendered] = useState(first)
  if (first.board !== rendered.board) {
    setRendered(first)
    setFetched(first)
  }
  const { board, today } = fetched
  const { overlayOf, showWaiting } = useLiveOverlays<HomeReply>({
    tables: TABLES,
    href: '/?index',
    isOld: false,
    renew: (reply) => {
      if (!isAnswer(reply.board)) return false
      setFetched(reply)
      return true
    },
  })
  const live = HOME_SECTIONS.map((kind) => {
    const rows = board.sections[kind.table] ?? []
    const overlay = overlayOf(kind.table)
    return { kind, changes: overlay, ...liveRows(rows, overlay, sectionRules(kind, rows)) }
  })
  return {
    board,
    today,
    sections: live.map(({ kind, changes, rows }) => ({ kind, changes, rows })),
    waiting: live.reduce((sum, section) => sum + section.waiting, 0),
    showWaiting,
  }
}

function sectionRules(kind: ContentKind, rows: NoticeCard[]) {
  return {
    belongs: ({ status }: NoticeCard) => !kind.homeStatus || status === kind.homeStatus,
    hasOlder: rows.length >= kind.pageSize,
    rowsMax: kind.pageSize,
  }
}

/** A board that could not be read has no sections at all. */
const isAnswer = (board: HomeBoard) => Object.keys(board.sections).length > 0
