import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { useKept } from '#app/site/layout/use-kept.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'

interface SectionReply {
  search: string
  rows: NoticeCard[]
}

/**
 * The search box of a home section. The database searches; the router drops replies that a newer text has overtaken.
 * Text and rows are there again after going back.
 *
 * @returns `searched` is the text that `rows` answer
 */
export function useSectionSearch(kind: ContentKind, initialRows: NoticeCard[]) {
  const [text, setText] = useKept(`text of ${kind.table}`, '')
  const [reply, setReply] = useKept<SectionReply | null>(`rows of ${kind.table}`, null)
  const wanted = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const { load, data, state } = useFetcher<SectionReply>({ key: `section:${kind.table}` })

  const answered = reply?.search.trim() ?? ''
  useEffect(() => {
    if (wanted && wanted !== answered) void load(`/sections/${kind.table}?${new URLSearchParams({ search: wanted })}`)
  }, [load, kind.table, wanted, answered])
  if (data && data !== reply && data.search.trim() === wanted) setReply(data)

  const searching = text.trim() !== ''
  return {
    text,
    setText,
    rows: searching && reply ? reply.rows : initialRows,
    searched: searching && reply ? reply.search : '',
    loading: searching && (text.trim() !== answered || state !== 'idle'),
  }
}
