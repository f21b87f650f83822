/** A part of a text, and its language unless that is the language of the page. */
export interface LanguagePart {
  text: string
  lang?: 'hi'
}

/**
 * Splits a text by language, for `lang`, because screen readers and hyphenation would treat all of it as English like the
 * page. A text of which most letters are Devanagari is one part in Hindi, with the abbreviations in it.
 *
 * @returns the parts in order; joined they are the text
 */
export function languageParts(text: string): LanguagePart[] {
  const lang = langOf(text)
  if (lang) return [{ text, lang }]
  if (!DEVANAGARI.test(text)) return [{ text }]
  const parts: LanguagePart[] = []
  let position = 0
  for (const { 0: words, index } of text.matchAll(HINDI_WORDS)) {
    if (index > position) parts.push({ text: text.slice(position, index) })
    parts.push({ text: words, lang: 'hi' })
    position = index + words.length
  }
  if (position < text.length) parts.push({ text: text.slice(position) })
  return parts
}

/**
 * @returns 'hi' when most of the letters are Devanagari; undefined for everything else, also for a text without letters
 */
export function langOf(text: string): 'hi' | undefined {
  if (!DEVANAGARI.test(text)) return undefined
  const letters = text.match(/\p{L}/gu) ?? []
  const devanagari = letters.filter((letter) => DEVANAGARI.test(letter)).length
  return devanagari * 2 > letters.length ? 'hi' : undefined
}

/** The block of the script. Its vowel signs are marks, so they do not count as letters. Source: Unicode 17, Blocks.txt */
const DEVANAGARI = /[\u0900-\u097F]/

/** Devanagari up to the last of it before a letter of another script. */
const HINDI_WORDS = /[\u0900-\u097F](?:\P{L}*[\u0900-\u097F])*/gu

const TAG = /(<[^>]*>)/

/**
 * @param html in which every `<` and `>` of texts and attributes is escaped
 * @returns the same with the Hindi of its texts in elements with `lang`
 */
export function withLanguages(html: string): string {
  if (!DEVANAGARI.test(html)) return html
  return html
    .split(TAG)
    .map((piece) => (piece.startsWith('<') ? piece : languageParts(piece).map(partHtml).join('')))
    .join('')
}

function partHtml({ text, lang }: LanguagePart): string {
  return lang ? `<span lang="${lang}">${text}</span>` : text
}
