export interface TextPiece {
  text: string
  isMatch: boolean
}

/**
 * A letter with everything that is drawn on it or joined to it: vowel signs, the consonants of a conjunct, the parts of
 * an emoji or a flag. Cut inside one, it would be drawn as something else. Source: Unicode 17, UAX 29, in outline;
 * Intl.Segmenter would differ between server and browser.
 */
const LETTER =
  /(?:\p{Regional_Indicator}{2}|[^])(?:[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u200d][\p{L}\p{Extended_Pictographic}]?|[\p{M}\p{Emoji_Modifier}\u200c])*/gu

/** Text without such letters, and without those whose lower case depends on their place. */
const PLAIN = /^[\x20-\x7e]*$/

/**
 * Finds a text in a title as the search does: literally, in any case, wherever it stands.
 *
 * @returns the title in pieces, in order; together they are the title, and no two neighbours are alike
 */
export function highlight(title: string, text: string): TextPiece[] {
  const sought = folded(text)
  if (PLAIN.test(title)) return plainPieces(title, sought)
  const letters = title.match(LETTER) ?? []
  // Lower case may be longer than what was written, so places are counted in the folded title.
  const foldedLetters = letters.map(folded)
  const found = placesOf(sought, foldedLetters.join(''))
  const pieces: TextPiece[] = []
  let place = 0
  for (const [index, letter] of letters.entries()) {
    const end = place + foldedLetters[index]!.length
    add(pieces, { text: letter, isMatch: found.some((start) => start < end && start + sought.length > place) })
    place = end
  }
  return pieces
}

/** A plain title has its places where its lower case has them. */
function plainPieces(title: string, sought: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let place = 0
  for (const start of placesOf(sought, title.toLowerCase())) {
    add(pieces, { text: title.slice(place, start), isMatch: false })
    place = start + sought.length
    add(pieces, { text: title.slice(start, place), isMatch: true })
  }
  add(pieces, { text: title.slice(place), isMatch: false })
  return pieces
}

function add(pieces: TextPiece[], { text, isMatch }: TextPiece): void {
  const last = pieces.at(-1)
  if (last?.isMatch === isMatch) last.text += text
  else if (text !== '') pieces.push({ text, isMatch })
}

function placesOf(sought: string, title: string): number[] {
  const places: number[] = []
  let place = sought === '' ? -1 : title.indexOf(sought)
  while (place >= 0) {
    places.push(place)
    place = title.indexOf(sought, place + sought.length)
  }
  return places
}

/** Letter by letter: the lower case of a whole text depends on where a letter stands. */
function folded(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : Array.from(text, (letter) => letter.toLowerCase()).join('')
}
