import { search as searchEverything, type SearchReply } from '#app/data/search.ts'
import { page, type PageContext } from '#app/pages/page.ts'
import { byTable, CONTENT_KINDS, namesOf } from '#domain/content/registry.ts'
import { SEARCH_OFFSET_MAX } from '#domain/limits.ts'
import { SEARCH_PATH, readSearchQuery, type SearchQuery } from '#domain/search-address.ts'
import { isSearchable } from '#domain/search-text.ts'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'
import { SearchView } from './search-view.tsx'

export interface SearchData extends SearchQuery, SearchReply {
  /** Offset of the following page; null on the last one. */
  next: number | null
  /** Whether further results are above the largest offset. */
  isCut: boolean
  /** Whether the counts are unknown, because the search has failed or was not made. */
  isUncounted: boolean
}

function nothingFound({ url }: PageContext, failure: Pick<SearchData, 'isUncounted' | 'isCut'>): SearchData {
  const reply = { results: [], totalFound: 0, counts: byTable(() => 0), closeMatches: [], next: null }
  return { ...readSearchQuery(url.searchParams), ...reply, ...failure }
}

export const search = page<SearchData>({
  path: SEARCH_PATH,
  cache: { q: null, category: null, from: null },
  load: async (context) => {
    const query = readSearchQuery(context.url.searchParams)
    if (!isSearchable(query.text)) return nothingFound(context, { isUncounted: false, isCut: false })
    if (query.from > SEARCH_OFFSET_MAX) return nothingFound(context, { isUncounted: true, isCut: true })
    return { ...query, ...(await searchEverything(context.backend, query)), isUncounted: false }
  },
  failed: (context) => nothingFound(context, { isUncounted: true, isCut: false }),
  tags: ({ text }) => (isSearchable(text) ? CONTENT_KINDS.map(({ table }) => [table]) : []),
  meta: ({ text }, { site }) => ({
    title: text ? `Search: ${text}` : 'Search all notices',
    description: `Search government ${namesOf(CONTENT_KINDS)} by exam, post or recruiting body.`,
    keywords: ['search', 'government jobs', 'admit card', 'result', 'answer key', 'India'],
    path: SEARCH_PATH,
    noindex: text !== '',
    structuredData: jsonLd([pageTrail(site, { label: 'Search', href: SEARCH_PATH })]),
  }),
  view: (data, { site, today }) => <SearchView {...data} siteName={site.name} today={today} />,
  styles: 'search',
  sitemap: true,
  offline: true,
  hasAdRoom: true,
})
