import type { ContentKind } from './content/content-kind.ts'
import { CONTENT_KINDS } from './content/registry.ts'
import { SEARCH_PAGE_RESULTS } from './limits.ts'
import { searchText } from './search-text.ts'

export const SEARCH_PATH = '/search'

/** The query of the search page. */
export interface SearchQuery {
  text: string
  /** null for all categories. */
  category: ContentKind['table'] | null
  /** Offset of the first result: a multiple of the page size. Above SEARCH_OFFSET_MAX nothing is searched. */
  from: number
}

/**
 * Source: docs/behaviour/search.md#search-page.
 *
 * @returns the query of an address; an unknown category means all of them
 */
export function readSearchQuery(parameters: URLSearchParams): SearchQuery {
  const category = CONTENT_KINDS.find(({ table }) => table === parameters.get('category'))?.table ?? null
  return { text: searchText(parameters.get('q') ?? ''), category, from: wholePages(parameters.get('from') ?? '') }
}

function wholePages(written: string): number {
  const from = /^\d{1,5}$/.test(written) ? Number(written) : 0
  return from - (from % SEARCH_PAGE_RESULTS)
}

/** @returns the address of a query: '/search?q=ssc&category=admit_cards' */
export function searchAddress({ text, category, from }: Partial<SearchQuery>): string {
  const parameters = new URLSearchParams()
  if (text) parameters.set('q', text)
  if (category) parameters.set('category', category)
  if (from) parameters.set('from', String(from))
  return parameters.size > 0 ? `${SEARCH_PATH}?${parameters}` : SEARCH_PATH
}
