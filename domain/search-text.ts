import { COUNT_CAP, SEARCH_TEXT_MAX, SEARCH_TEXT_MIN } from './limits.ts'
import { countOf } from './numbers.ts'
import { printable } from './printable.ts'

/**
 * Cleans a search text that a visitor typed or that comes from an address, so that the database accepts it.
 *
 * @returns the text in normal form C, without control characters and broken ones, at most SEARCH_TEXT_MAX characters of it, trimmed
 */
export function searchText(typed: string): string {
  const written = printable(typed.replaceAll(/\p{Cs}/gu, '')).normalize()
  return Array.from(written.trim()).slice(0, SEARCH_TEXT_MAX).join('').trim()
}

/**
 * @returns whether a text is long enough for the search of the whole site.
 * Source: docs/behaviour/search.md#length-of-the-text
 */
export function isSearchable(text: string): boolean {
  return Array.from(text).length >= SEARCH_TEXT_MIN
}

/**
 * Source: docs/behaviour/search.md#counts.
 *
 * @param label of the category that was chosen, if any
 * @returns '5 results for "x" in Admit Cards'
 */
export function countLine(count: number, text: string, label?: string): string {
  return lineOf(countOf(count, { singular: 'result', plural: 'results', cap: COUNT_CAP }), text, label)
}

/**
 * Source: docs/behaviour/search.md#close-matches.
 *
 * @returns '5 close matches for "x" in Admit Cards'
 */
export function closeCountLine(count: number, text: string, label?: string): string {
  return lineOf(countOf(count, { singular: 'close match', plural: 'close matches', cap: COUNT_CAP }), text, label)
}

function lineOf(found: string, text: string, label?: string): string {
  return `${found} for "${text}"${label ? ` in ${label}` : ''}`
}
