import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { useDebounced } from '#app/site/layout/use-debounced.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'

interface SectionReply {
  search: string
  rows: NoticeCard[]
}

/**
 * The search box of a home section. The database searches; the router drops replies that a newer text has overtaken.
 *
 * @returns `searched` is the text that `rows` answer
 */
export function useSectionSearch(kind: ContentKind, initialRows: NoticeCard[]) {
  const [text, setText] = useState('')
  const wanted = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const { load, data, state } = useFetcher<SectionReply>({ key: `section:${kind.table}` })

  useEffect(() => {
    if (wanted) void load(`/sections/${kind.table}?${new URLSearchParams({ search: wanted })}`)
  }, [load, kind.table, wanted])

  const answered = data?.search.trim() === wanted && state === 'idle'
  const searching = text.trim() !== ''
  return {
    text,
    setText,
    rows: searching && data ? data.rows : initialRows,
    searched: searching && data ? data.search : '',
    loading: searching && (text.trim() !== wanted || !answered),
  }
}
