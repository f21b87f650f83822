import type { ContentKind } from './content/content-kind.ts'
import {
  filterParameterNames,
  filterParameters,
  readFiltering,
  type Filtering,
  type ParameterNames,
} from './content/filter-parameters.ts'
import { FACET_NAMES, type Facet } from './content/filters.ts'
import { CONTENT_KINDS } from './content/registry.ts'
import { SEARCH_PAGE_RESULTS } from './limits.ts'
import { SEARCH_PATH } from './page-paths.ts'
import { searchAddress, type SearchedText } from './search-address.ts'
import { isSearchable, searchText } from './search-text.ts'

/** The query of the search page. */
export interface SearchQuery extends SearchedText, Filtering {}

/** Here `category` is the kind of notices. */
export const SEARCH_NAMES: ParameterNames = { category: 'posts-for' }

/** The parameters of filters and sorting of the search. */
export const SEARCH_FILTER_PARAMETERS: readonly string[] = filterParameterNames(SEARCH_NAMES)

/** The kinds whose results can be filtered. */
export const FILTERED_KINDS: readonly ContentKind[] = CONTENT_KINDS.filter(({ filters }) => filters)

/** @returns what results can be filtered by: nothing in a category without filters */
export function searchFacets(category: SearchQuery['category']): readonly Facet[] {
  const kinds = FILTERED_KINDS.filter(({ table }) => category === null || table === category)
  return FACET_NAMES.filter((facet) => kinds.some(({ filters }) => filters?.includes(facet)))
}

/**
 * Source: docs/behaviour/search.md#search-page; docs/behaviour/finding.md#filters-of-the-search
 *
 * @returns the query of an address; an unknown category means all of them, and without a text nothing is filtered
 */
export function readSearchQuery(parameters: URLSearchParams): SearchQuery {
  const category = CONTENT_KINDS.find(({ table }) => table === parameters.get('category'))?.table ?? null
  const text = searchText(parameters.get('q') ?? '')
  const facets = isSearchable(text) ? searchFacets(category) : []
  return {
    text,
    category,
    from: wholePages(parameters.get('from') ?? ''),
    ...readFiltering(parameters, { facets, usualSort: () => null, names: SEARCH_NAMES }),
  }
}

function wholePages(written: string): number {
  const from = /^\d{1,5}$/.test(written) ? Number(written) : 0
  return from - (from % SEARCH_PAGE_RESULTS)
}

/** @returns the address of a query: '/search?q=ssc&category=jobs&state=goa&sort=closing' */
export function addressOfSearch(query: Partial<SearchQuery>): string {
  return searchAddress(query, filterParameters(query, SEARCH_NAMES))
}

/** @returns the address of filtered results when it was requested by another spelling; null when it is right */
export function correctSearchAddress(parameters: URLSearchParams): string | null {
  const known = [...parameters].filter(([name]) =>
    ['q', 'category', 'from', ...SEARCH_FILTER_PARAMETERS].includes(name),
  )
  if (!known.some(([name]) => SEARCH_FILTER_PARAMETERS.includes(name))) return null
  const correct = addressOfSearch(readSearchQuery(parameters))
  return `${SEARCH_PATH}?${new URLSearchParams(known)}` === correct ? null : correct
}
