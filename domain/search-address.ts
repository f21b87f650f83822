import type { ContentKind } from './content/content-kind.ts'
import { SEARCH_PATH } from './page-paths.ts'

/** A text in a category, from a result on. */
export interface SearchedText {
  text: string
  /** null for all categories; under filters, for all that can be filtered. */
  category: ContentKind['table'] | null
  /** Offset of the first result: a multiple of the page size. Above SEARCH_OFFSET_MAX nothing is searched. */
  from: number
}

/**
 * @param filtering parameters of filters and sorting
 * @returns the address of results: '/search?q=ssc&category=admit_cards'
 */
export function searchAddress({ text, category, from }: Partial<SearchedText>, filtering?: URLSearchParams): string {
  const parameters = new URLSearchParams()
  if (text) parameters.set('q', text)
  if (category) parameters.set('category', category)
  for (const [name, value] of filtering ?? []) parameters.set(name, value)
  if (from) parameters.set('from', String(from))
  return parameters.size > 0 ? `${SEARCH_PATH}?${parameters}` : SEARCH_PATH
}
