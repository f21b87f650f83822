/** Text without letters that have several spellings, or whose lower case depends on their context. */
export const PLAIN = /^[\x20-\x7e]*$/

/**
 * Folds a text as `search.fold` of the database does. Keyboards write the same letter with different code points, which
 * Unicode calls canonically equivalent; case is folded letter by letter, because the lower case of a whole text depends on
 * the context of a letter.
 *
 * @returns the text in lower case and with one spelling of each letter, for comparisons
 */
export function folded(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : Array.from(text.normalize(), (letter) => letter.toLowerCase()).join('')
}

/** One or two letters or digits, which would be found in most texts. */
const SHORT = /^[\p{L}\p{N}]{1,2}$/u

/** @returns whether a text contains each word of another one, short ones where a word begins, as the lists of the admin find rows */
export function containsWords(text: string, words: string): boolean {
  const searched = folded(text)
  return folded(words)
    .split(/\s+/)
    .every((word) =>
      SHORT.test(word) ? new RegExp(`(^|[^\\p{L}\\p{N}])${word}`, 'u').test(searched) : searched.includes(word),
    )
}
