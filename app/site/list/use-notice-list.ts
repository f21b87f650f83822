import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { useKept } from '#app/site/layout/use-kept.ts'
import { useLiveOverlays } from '#app/site/live/use-live-overlays.ts'
import { useNewReply } from '#app/site/live/use-new-reply.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import type { Day } from '#domain/dates.ts'
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'
import { isListedFor, liveRows, withNewestPage } from '#domain/live-list.ts'
import { useAddressText } from './use-address-text.ts'

export interface ListReply {
  table: ContentKind['table']
  /** The text these rows answer, trimmed. */
  search: string
  /** Cursor these rows follow; null on the first page. */
  after: string | null
  rows: NoticeCard[]
  next: string | null
  today: Day
  /** The database gave no answer; the rows say nothing. */
  isUnreachable?: boolean
  /** Whether the rows are missing because there is no network. */
  offline?: boolean
}

/**
 * A list that searches the database as one types, loads further pages on demand and follows what staff publish. Text and
 * rows are there again after going back.
 *
 * @param first the page the server rendered
 */
export function useNoticeList(kind: ContentKind, first: ListReply) {
  const [held, hold] = useKept<ListReply | null>(`rows of ${kind.table}`, null)
  const shown = held ?? first
  const [text, setText] = useAddressText(kind, first.search)
  const wanted = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const { load, data } = useFetcher<ListReply>({ key: `search:${kind.table}` })
  const found = useNewReply(data)

  const isMissing = wanted !== first.search && wanted !== shown.search
  useEffect(() => {
    if (isMissing) void load(listHref(kind, { search: wanted }))
  }, [load, kind, wanted, isMissing])

  const [rendered, setRendered] = useState(first)
  const isRenewed = first !== rendered
  if (isRenewed) setRendered(first)
  if (text.trim() === first.search) {
    if (held && (isRenewed || shown.search !== first.search)) hold(null)
  } else if (found?.search === wanted && wanted !== first.search) {
    hold(found)
  }

  return {
    text,
    setText,
    search: shown.search,
    loading: text.trim() !== shown.search,
    ...useFurtherPages(kind, shown, hold),
    ...useCurrentRows(kind, { shown, hold, isOld: held !== null }),
  }
}

function useFurtherPages(kind: ContentKind, shown: ListReply, hold: (list: ListReply) => void) {
  const { load, data, state } = useFetcher<ListReply>({ key: `further:${kind.table}` })

  const page = useNewReply(data)
  const follows = page && page.search === shown.search && page.after !== null && page.after === shown.next
  if (follows) hold({ ...page, after: shown.after, rows: withoutRepeats([...shown.rows, ...page.rows]) })

  const moreHref = shown.next ? listHref(kind, { search: shown.search, after: shown.next }) : null
  return {
    moreHref,
    moreLoading: state !== 'idle',
    loadMore: () => (moreHref ? void load(moreHref) : undefined),
  }
}

interface HeldList {
  shown: ListReply
  hold: (list: ListReply) => void
  isOld: boolean
}

function useCurrentRows(kind: ContentKind, { shown, hold, isOld }: HeldList) {
  const { overlayOf, showWaiting } = useLiveOverlays<ListReply>({
    tables: [kind.table],
    href: listHref(kind, { search: shown.search, after: shown.after ?? '' }),
    isOld,
    renew: (page) => {
      if (page.isUnreachable || page.search !== shown.search || page.after !== shown.after) return false
      const rows = withNewestPage(shown.rows, page.rows, page.next !== null)
      hold({ ...shown, rows, next: rows.length > page.rows.length ? shown.next : page.next })
      return true
    },
  })
  const rules = {
    belongs: (notice: NoticeCard) => isListedFor(kind, shown.search, notice),
    hasNewer: shown.after !== null,
    hasOlder: shown.next !== null,
  }
  return { ...liveRows(shown.rows, overlayOf(kind.table), rules), showWaiting }
}

function withoutRepeats(rows: NoticeCard[]): NoticeCard[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

function listHref(kind: ContentKind, query: { search: string; after?: string }): string {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  return parameters.size > 0 ? `${kind.listPath}?${parameters}` : kind.listPath
}
