/**
 * The nine scripts of India that Unicode lays out alike (Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu,
 * Kannada, Malayalam), in Latin letters as Indian newspapers spell them. Libraries transliterate letter by letter and
 * so lose every inherent vowel: 'uttr prdes'. Source: Unicode Standard, chapter 12; M. Ohala, "Aspects of Hindi
 * Phonology" (1983), for the vowels that are written but not spoken.
 */

const BLOCK = 0x80
const DEVANAGARI = 0x0900
const LAST_BLOCK = 0x0d00
/** Scripts from here on are those of Dravidian languages, where every written vowel is spoken. */
const DRAVIDIAN = 0x0b80

const VOWELS = 'a a i i u u ri l e e e ai o o o au'.split(' ') // U+0905
const CONSONANTS = // U+0915
  'k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l zh v sh sh s h'.split(' ')
const SIGNS = 'a i i u u ri ri e e e ai o o o au'.split(' ') // U+093E
const DOTTED_CONSONANTS = 'q kh gh z d dh f y'.split(' ') // U+0958
const UNDOTTED = 'कखगजडढफय'

const LETTERS = new Map<number, string>([
  ...spread(0x05, VOWELS),
  ...spread(0x15, CONSONANTS),
  ...spread(0x3e, SIGNS),
  ...spread(0x58, DOTTED_CONSONANTS),
  ...spread(0x66, '0 1 2 3 4 5 6 7 8 9'.split(' ')),
  ...[0x01, 0x02].map((nasal): [number, string] => [nasal, 'n']),
  [0x50, 'om'],
])

const RUN = /[\u0900-\u0d7f]+/g
const CONSONANT = '[\u0915-\u0939\u0958-\u095f]\u093c?'
const VOWEL = '[\u0905-\u0914\u093e-\u094c\u0960\u0961ə][\u0901\u0902]?'
const INHERENT = new RegExp(`(${CONSONANT})(?![\u093c\u093e-\u094d])`, 'g')
/** The inherent vowel at the end of a word is not spoken, except after a cluster that ends in य र ल व, as in 'patra'. */
const UNSPOKEN_AT_END = new RegExp(`(${VOWEL}${CONSONANT}|\u094d(?![यरलव])${CONSONANT})ə(?![\u0900-\u097f])`, 'g')
const UNSPOKEN_INSIDE = new RegExp(`(${VOWEL}${CONSONANT})ə(${CONSONANT}${VOWEL})`, 'g')
const LABIAL_NASAL = /[\u0901\u0902](?=[\u092a-\u092e])/g
const FINAL_NASAL = /\u0902(?![\u0900-\u097f])/g
const DOTTED = new RegExp(`([${UNDOTTED}])\u093c`, 'g')
const TIPPI = /\u0a70/g

/**
 * @param text any text
 * @returns the text with Indian scripts in Latin letters: 'uttar pradesh' for 'उत्तर प्रदेश'
 */
export function romanized(text: string): string {
  return text.replace(RUN, (run) => {
    const block = (run.codePointAt(0) ?? DEVANAGARI) & ~(BLOCK - 1)
    return spelled(withSpokenVowels(asDevanagari(run), block >= DRAVIDIAN && block <= LAST_BLOCK))
  })
}

/** Every script has the same letter at the same offset of its Unicode block. */
function asDevanagari(run: string): string {
  return run
    .replace(TIPPI, '\u0a02')
    .replace(/./gu, (letter) => String.fromCodePoint(DEVANAGARI + ((letter.codePointAt(0) ?? 0) & (BLOCK - 1))))
    .replace(DOTTED, (_dotted, letter: string) => String.fromCodePoint(DEVANAGARI + 0x58 + UNDOTTED.indexOf(letter)))
}

function withSpokenVowels(run: string, speaksAll: boolean): string {
  const written = run.replace(LABIAL_NASAL, '\u092e\u094d').replace(INHERENT, '$1ə')
  if (speaksAll) return written.replace(FINAL_NASAL, '\u092e\u094d')
  return written.replace(UNSPOKEN_AT_END, '$1').replace(UNSPOKEN_INSIDE, '$1$2')
}

function spelled(run: string): string {
  return run.replace(/./gu, (letter) => {
    if (letter === 'ə') return 'a'
    return LETTERS.get((letter.codePointAt(0) ?? 0) - DEVANAGARI) ?? ''
  })
}

function spread(from: number, letters: readonly string[]): [number, string][] {
  return letters.map((letter, index) => [from + index, letter])
}
