/**
 * The language of a title, for `lang`, because screen readers and hyphenation would treat it as English like the page.
 *
 * @returns 'hi' when most of its letters are Devanagari; undefined for everything else, also for a text without letters
 */
export function langOf(text: string): 'hi' | undefined {
  if (!DEVANAGARI.test(text)) return undefined
  const letters = text.match(/\p{L}/gu) ?? []
  const devanagari = letters.filter((letter) => DEVANAGARI.test(letter)).length
  return devanagari * 2 > letters.length ? 'hi' : undefined
}

/** The block of the script. Its vowel signs are marks, so they do not count as letters. Source: Unicode 17, Blocks.txt */
const DEVANAGARI = /[\u0900-\u097F]/
