import { useFetcher } from 'react-router'
import type { SearchAnswer } from '#app/data/search.ts'
import { useKept } from '#app/site/layout/use-kept.ts'
import { searchAddress, type SearchQuestion } from '#domain/search-address.ts'

export interface SearchReply extends SearchQuestion, SearchAnswer {
  /** Where the following page begins; null on the last one. */
  next: number | null
}

/**
 * The results of a question, page after page on demand. Further pages are there again after going back.
 *
 * @param first the page the server rendered
 */
export function useSearchResults(first: SearchReply) {
  const [further, setFurther] = useKept<SearchReply[] | null>('further results', null)
  const { load, data: page, state } = useFetcher<SearchReply>({ key: `further:${searchAddress(first)}` })

  const pages = [first, ...(further ?? [])]
  const { next } = pages.at(-1) ?? first
  if (page && page.from === next) setFurther([...(further ?? []), page])

  const moreHref = next === null ? null : searchAddress({ ...first, from: next })
  return {
    results: pages.flatMap(({ results }) => results),
    moreHref,
    moreLoading: state !== 'idle',
    loadMore: () => (moreHref ? void load(moreHref) : undefined),
  }
}
