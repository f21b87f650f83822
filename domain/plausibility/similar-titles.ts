import { PLAUSIBILITY } from './messages.ts'
import type { Rule } from './warning.ts'

/** Another notice of the same kind and organization has nearly the same title. Source: docs/behaviour/plausibility.md#title */
export const similarTitles: Rule = ({ row, surroundings }) => {
  const { title } = row
  if (!title) return []
  const same = surroundings?.similarTitles.find((other) => isNearlySame(title, other))
  return same === undefined ? [] : [{ field: 'title', message: PLAUSIBILITY.similar(same) }]
}

/** Words that titles of the same thing have or have not. */
const FILLERS = new Set(
  'a an and apply for form in now of on online notification out post posts recruitment released the vacancies vacancy'.split(
    ' ',
  ),
)

/** Shortest word in which one wrong letter is a slip. Shorter ones are often different abbreviations. */
const SLIP_LENGTH = 5

/**
 * @returns whether two titles name the same thing: with the same words, except one wrong letter in long ones, in any
 *   order. Numbers have to be the same, Roman ones, too.
 */
export function isNearlySame(one: string, other: string): boolean {
  const [a, b] = [wordsIn(one), wordsIn(other)]
  const hasAll = (words: readonly string[], others: readonly string[]) =>
    words.every((word) => others.some((candidate) => isSameWord(word, candidate)))
  return a.length > 0 && b.length > 0 && hasAll(a, b) && hasAll(b, a)
}

function wordsIn(title: string): string[] {
  const words =
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.filter((word) => !FILLERS.has(word))
}

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < SLIP_LENGTH || long.length - short.length > 1 || /\p{N}/u.test(one + other)) return false
  let same = 0
  while (short[same] === long[same]) same += 1
  return short.slice(same + (short.length === long.length ? 1 : 0)) === long.slice(same + 1)
}
