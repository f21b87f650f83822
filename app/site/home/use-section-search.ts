import { useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { useKept } from '#app/site/layout/use-kept.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'
import type { Overlay } from '#domain/live-list.ts'

interface SectionReply {
  search: string
  rows: NoticeCard[]
}

/**
 * The search box of a home section. The database searches; the router drops replies that a newer text has overtaken.
 * Text and rows are there again after going back.
 *
 * @param section the rows without a search, and what changed since they were fetched
 * @returns `searched` is the text that `rows` answer
 */
export function useSectionSearch(kind: ContentKind, section: { rows: NoticeCard[]; changes: Overlay }) {
  const [text, setText] = useKept(`text of ${kind.table}`, '')
  const [reply, setReply] = useKept<SectionReply | null>(`rows of ${kind.table}`, null)
  const wanted = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const { load, data } = useFetcher<SectionReply>({ key: `section:${kind.table}` })

  const answered = reply?.search.trim() ?? ''
  const href = `/sections/${kind.table}?${new URLSearchParams({ search: wanted })}`
  useEffect(() => {
    if (wanted && wanted !== answered) void load(href)
  }, [load, href, wanted, answered])

  const { changes } = section
  const askAgain = useEffectEvent(() => (wanted ? void load(href) : undefined))
  useEffect(() => {
    if (changes.size === 0) return
    const timer = setTimeout(() => askAgain(), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [changes])
  if (data && data !== reply && data.search.trim() === wanted) setReply(data)

  const searching = text.trim() !== ''
  return {
    text,
    setText,
    rows: searching && reply ? reply.rows : section.rows,
    searched: searching && reply ? reply.search : '',
    loading: searching && text.trim() !== answered,
  }
}
