import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { useKept } from '#app/site/layout/use-kept.ts'
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
 * A list that searches the database as one types and loads further pages on demand. Text and pages are there again after
 * going back.
 *
 * @param first the page the server rendered
 */
export function useNoticeList(kind: ContentKind, first: ListReply) {
  const [loaded, setLoaded] = useKept<ListReply[] | null>(`pages of ${kind.table}`, null)
  const pages = loaded ?? [first]
  const shown = pages[0] ?? first
  const [text, setText] = useAddressText(kind, first.search)
  const wanted = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const { load, data: found } = useFetcher<ListReply>({ key: `search:${kind.table}` })

  const isMissing = wanted !== first.search && wanted !== shown.search
  useEffect(() => {
    if (isMissing) void load(listHref(kind, { search: wanted }))
  }, [load, kind, wanted, isMissing])

  const [rendered, setRendered] = useState(first)
  const isRenewed = first !== rendered
  if (isRenewed) setRendered(first)
  if (text.trim() === first.search) {
    const isOutdated = isRenewed || loaded?.length === 1 || shown.search !== first.search
    if (loaded && isOutdated) setLoaded(null)
  } else if (found && found !== shown && found.search === wanted && wanted !== first.search) {
    setLoaded([found])
  }

  return {
    text,
    setText,
    search: shown.search,
    loading: text.trim() !== shown.search,
    rows: withoutRepeats(pages.flatMap((page) => page.rows)),
    ...useFurtherPages(kind, pages, setLoaded),
  }
}

function useFurtherPages(kind: ContentKind, pages: ListReply[], setPages: (pages: ListReply[]) => void) {
  const { load, data: page, state } = useFetcher<ListReply>({ key: `further:${kind.table}` })

  const last = pages.at(-1)
  const follows = page && page.search === last?.search && page.after !== null && page.after === last.next
  if (follows) setPages([...pages, page])

  const moreHref = last?.next ? listHref(kind, { search: last.search, after: last.next }) : null
  return {
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
