import { folded } from '#domain/folded.ts'

/**
 * Relevance of a notice to a search text. The database ranks by search.relevance; tests compare its order with that of
 * this version, which is easier to read. Source: docs/behaviour/search.md#order-of-results.
 */

const titleIsText = 100
const titleStartsWithText = 80
const titleContainsText = 60
const wholeWordOfTitle = 40
const otherFieldContainsText = 30

/** A character of a word: letters, digits and _; outside ASCII, everything but spaces and punctuation. */
const wordCharacter =
  /[0-9A-Za-z_\u00a1-\u0963\u0966-\u1fff\u200c-\u200d\u2070-\u2fff\u3004-\ufffe\u{10000}-\u{10ffff}]/u

export interface SearchedTexts {
  title: string
  /** Texts of the other searched fields. */
  others: string[]
}

/**
 * @param text the typed text, trimmed
 * @returns 0 when no field contains the text; otherwise up to 170, higher is better
 */
export function searchRelevance({ title, others }: SearchedTexts, text: string): number {
  const wanted = folded(text)
  const elsewhere = others.some((field) => folded(field).includes(wanted)) ? otherFieldContainsText : 0
  return titleRelevance(folded(title), wanted) + elsewhere
}

function titleRelevance(title: string, wanted: string): number {
  if (!title.includes(wanted)) return 0
  const wholeWord = isWholeWord(title, wanted) ? wholeWordOfTitle : 0
  if (title === wanted) return titleIsText + wholeWord
  return (title.startsWith(wanted) ? titleStartsWithText : titleContainsText) + wholeWord
}

function isWholeWord(title: string, wanted: string): boolean {
  for (let start = title.indexOf(wanted); start >= 0; start = title.indexOf(wanted, start + 1)) {
    const before = title.charAt(start - 1)
    const after = title.charAt(start + wanted.length)
    if (!wordCharacter.test(before) && !wordCharacter.test(after)) return true
  }
  return false
}

export interface RankedNotice {
  /** Priority of its category, 1 first. */
  priority: number
  relevance: number
  /** ISO 8601, UTC */
  posted_at: string
  id: number
}

/** Sorts search results: by category, then relevance, then newest first. */
export function compareRanked(one: RankedNotice, other: RankedNotice): number {
  return (
    one.priority - other.priority ||
    other.relevance - one.relevance ||
    other.posted_at.localeCompare(one.posted_at) ||
    other.id - one.id
  )
}
