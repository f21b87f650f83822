import { search as searchEverything, type SearchPage } from '#app/data/search.ts'
import { page, type PageContext, type Tag } from '#app/pages/page.ts'
import { byTable, CONTENT_KINDS, namesOf } from '#domain/content/registry.ts'
import { SEARCH_OFFSET_MAX } from '#domain/limits.ts'
import { SEARCH_PATH } from '#domain/page-paths.ts'
import {
  correctSearchAddress,
  readSearchQuery,
  SEARCH_FILTER_PARAMETERS,
  type SearchQuery,
} from '#domain/search-query.ts'
import { isSearchable } from '#domain/search-text.ts'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'
import { SearchView } from './search-view.tsx'

export interface SearchData extends SearchQuery, SearchPage {
  /** Whether the counts are unknown, because the search has failed or was not made. */
  isUncounted: boolean
}

/** Written once: a formatter of lists for every search was a hundredth of its work. */
const DESCRIPTION = `Search government ${namesOf(CONTENT_KINDS)} by exam, post or recruiting body.`

function nothingFound({ url }: PageContext, failure: Pick<SearchData, 'isUncounted' | 'isCut'>): SearchData {
  const counts = byTable(() => 0)
  const reply = { results: [], totalFound: 0, counts, closeMatches: [], closeTotal: 0, next: null, found: null }
  return { ...readSearchQuery(url.searchParams), ...reply, ...failure }
}

export const search = page<SearchData>({
  path: SEARCH_PATH,
  cache: Object.fromEntries(['q', 'category', 'from', ...SEARCH_FILTER_PARAMETERS].map((name) => [name, null])),
  redirect: ({ url }) => correctSearchAddress(url.searchParams),
  load: async (context) => {
    const query = readSearchQuery(context.url.searchParams)
    if (!isSearchable(query.text)) return nothingFound(context, { isUncounted: false, isCut: false })
    if (query.from > SEARCH_OFFSET_MAX) return nothingFound(context, { isUncounted: true, isCut: true })
    return { ...query, ...(await searchEverything(context.backend, query, context.today)), isUncounted: false }
  },
  failed: (context) => nothingFound(context, { isUncounted: true, isCut: false }),
  // Filters have the names of organizations.
  tags: ({ text }) =>
    isSearchable(text) ? [...CONTENT_KINDS.map(({ table }): Tag => [table]), ['organizations']] : [],
  meta: ({ text }, { site }) => ({
    title: text ? `Search: ${text}` : 'Search all notices',
    description: DESCRIPTION,
    keywords: ['search', 'government jobs', 'admit card', 'result', 'answer key', 'India'],
    path: SEARCH_PATH,
    noindex: text !== '',
    structuredData: jsonLd([pageTrail(site, { label: 'Search', href: SEARCH_PATH })]),
  }),
  view: (data, { site, today }) => <SearchView {...data} siteName={site.name} today={today} />,
  styles: 'search',
  sitemap: true,
  offline: true,
  hasAdSpace: true,
})
