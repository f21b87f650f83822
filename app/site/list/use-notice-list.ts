import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { useDebounced } from '#app/site/layout/use-debounced.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import type { Day } from '#domain/dates.ts'
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'
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
}

/**
 * A list that searches the database as one types and loads further pages on demand.
 *
 * @param first the page the server rendered
 */
export function useNoticeList(kind: ContentKind, first: ListReply) {
  const [text, setText] = useAddressText(kind, first.search)
  const wanted = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const { load, data: found } = useFetcher<ListReply>({ key: `search:${kind.table}` })
  const [shown, setShown] = useState(first)

  useEffect(() => {
    if (wanted !== first.search) void load(listHref(kind, { search: wanted }))
  }, [load, kind, wanted, first.search])

  const answer = wanted === first.search ? first : found
  if (answer && answer.search === wanted && answer !== shown) setShown(answer)

  const further = useFurtherPages(kind, shown)
  return {
    text,
    setText,
    search: shown.search,
    loading: text.trim() !== shown.search,
    ...further,
  }
}

/** Pages after the first one, for as long as the first one stays the same. */
function useFurtherPages(kind: ContentKind, first: ListReply) {
  const { load, data: page, state } = useFetcher<ListReply>({ key: `further:${kind.table}` })
  const [pages, setPages] = useState({ first, list: [first] })
  if (pages.first !== first) setPages({ first, list: [first] })

  const last = pages.list.at(-1) ?? first
  const follows = page && page.search === last.search && page.after !== null && page.after === last.next
  if (follows && pages.first === first) setPages({ first, list: [...pages.list, page] })

  const moreHref = last.next ? listHref(kind, { search: last.search, after: last.next }) : null
  return {
    rows: withoutRepeats(pages.list.flatMap((one) => one.rows)),
    moreHref,
    moreLoading: state !== 'idle',
    loadMore: () => (moreHref ? void load(moreHref) : undefined),
  }
}

function withoutRepeats(rows: NoticeCard[]): NoticeCard[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

function listHref(kind: ContentKind, query: { search: string; after?: string }): string {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  return parameters.size > 0 ? `${kind.listPath}?${parameters}` : kind.listPath
}
