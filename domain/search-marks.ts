import { QUALIFICATIONS } from './content/qualifications.ts'
import { CONTENT_TABLES } from './content/registry.ts'

/**
 * Marks of notices, one of which a search word may mean instead of words: a kind, a qualification, or all notices.
 * Source: docs/behaviour/search.md#words-with-a-meaning
 */
export const SEARCH_MARKS: readonly string[] = [
  ...CONTENT_TABLES,
  ...QUALIFICATIONS.map(({ value }) => value),
  'all',
].map((name) => `#${name}`)

/** @returns a meaning that is written like a mark and is none: no notice would be found by it; null for others */
export function unknownMark(means: string): string | null {
  const mark = means.trim().toLowerCase()
  return mark.startsWith('#') && !SEARCH_MARKS.includes(mark) ? mark : null
}
