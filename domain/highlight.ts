import { folded, PLAIN } from './folded.ts'

export interface TextPiece {
  text: string
  isMatch: boolean
}

/**
 * A letter with all characters that combine with it: vowel signs, the consonants of a conjunct, the parts of
 * an emoji or a flag. Cut inside one, it would be drawn as something else. Normalizing joins no two of them. Source:
 * Unicode 17, UAX 29, in outline; Intl.Segmenter would differ between server and browser.
 */
const LETTER =
  /(?:\p{Regional_Indicator}{2}|[\u1100-\u115f\uac00-\ud7a3][\u1160-\u11ff]*|[^])(?:[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u200d][\p{L}\p{Extended_Pictographic}]?|[\p{M}\p{Emoji_Modifier}\u200c\u{16d67}])*/gu

/**
 * Finds every occurrence of a text in a title as the search does: literally, and without regard to case
 * and to the code points with which a letter is written.
 *
 * @returns the pieces of the title in order; matching and other pieces alternate, and joined they are the title
 */
export function highlight(title: string, text: string): TextPiece[] {
  const sought = folded(text)
  if (PLAIN.test(title)) return plainPieces(title, sought)
  const letters = title.match(LETTER) ?? []
  // A folded text may be longer or shorter than the original, so positions are those in the folded title.
  const foldedLetters = letters.map(folded)
  const found = positionsOf(sought, foldedLetters.join(''))
  const pieces: TextPiece[] = []
  let position = 0
  for (const [index, letter] of letters.entries()) {
    const end = position + foldedLetters[index]!.length
    add(pieces, { text: letter, isMatch: found.some((start) => start < end && start + sought.length > position) })
    position = end
  }
  return pieces
}

/** Positions in a plain title are the same as in its lower case. */
function plainPieces(title: string, sought: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let position = 0
  for (const start of positionsOf(sought, title.toLowerCase())) {
    add(pieces, { text: title.slice(position, start), isMatch: false })
    position = start + sought.length
    add(pieces, { text: title.slice(start, position), isMatch: true })
  }
  add(pieces, { text: title.slice(position), isMatch: false })
  return pieces
}

function add(pieces: TextPiece[], { text, isMatch }: TextPiece): void {
  const last = pieces.at(-1)
  if (last?.isMatch === isMatch) last.text += text
  else if (text !== '') pieces.push({ text, isMatch })
}

function positionsOf(sought: string, title: string): number[] {
  const positions: number[] = []
  let position = sought === '' ? -1 : title.indexOf(sought)
  while (position >= 0) {
    positions.push(position)
    position = title.indexOf(sought, position + sought.length)
  }
  return positions
}
