import { z } from 'zod'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import { isDay } from '#domain/dates.ts'
import { searchText } from '#domain/search-text.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'
import { noticeCard } from './notice-rows.ts'

export interface NoticePage {
  rows: NoticeCard[]
  /** Notices with the meaning of a text that hardly any has. Source: docs/behaviour/search.md#search-box-of-a-list. */
  closeMatches: NoticeCard[]
  /** Number of close matches; under filters further pages may have more of them. */
  close: number
  /** Cursor of the next page; null on the last one. */
  next: string | null
}

export interface NoticeListRequest {
  /** Literal text to search for in the kind's search fields. */
  search?: string
  /** Only notices of this status. */
  status?: string
  /** Cursor of an earlier page. */
  after?: string | null
}

/** Cursor of a further page: timestamp and id of the last row before it, and its place if that is not by time alone. */
export const LIST_CURSOR = /^(([12]\d{3}-\d\d-\d\d)T[\d:.]{8,15}(?:Z|[+-]\d\d:\d\d))_(\d{1,15})(?:_(\d{1,10}))?$/

export const listRow = noticeCard.extend({ list_rank: z.number() })
const listReply = z.object({ rows: z.array(listRow), more: z.boolean(), closeMatches: z.array(listRow) })

/**
 * Reads one page of a list. Source: docs/behaviour/public-pages.md#order-of-lists
 *
 * @throws BackendError
 */
export async function readNoticeList(
  backend: BackendClient,
  kind: ContentKind,
  request: NoticeListRequest,
): Promise<NoticePage> {
  const cursor = readCursor(request.after)
  const reply = await backend.rpc('list_notices', {
    content_table: kind.table,
    search: searchText(request.search ?? '') || null,
    only_status: request.status ?? null,
    after_posted_at: cursor?.postedAt ?? null,
    after_id: cursor?.id ?? null,
    after_rank: cursor?.rank ?? null,
    page_size: kind.pageSize,
  })
  const { rows, more, closeMatches } = listReply.parse(dataOf(reply))
  const last = rows.at(-1)
  return { rows, closeMatches, close: closeMatches.length, next: more && last ? cursorOf(last) : null }
}

export function cursorOf({ posted_at, id, list_rank }: z.infer<typeof listRow>): string {
  return `${posted_at}_${id}${list_rank === 0 ? '' : `_${list_rank}`}`
}

/** @returns the position of a cursor, or null when it is invalid; the list then starts at the top */
export function readCursor(cursor: string | null | undefined): { postedAt: string; id: number; rank: number } | null {
  const [, postedAt = '', day = '', id, rank = 0] = LIST_CURSOR.exec(cursor ?? '') ?? []
  return isDay(day) && !Number.isNaN(Date.parse(postedAt)) ? { postedAt, id: Number(id), rank: Number(rank) } : null
}
