/** Control characters but tab and line breaks, and noncharacters: no document can hold them. `rules.unprintable` names them, too. */
const UNPRINTABLE = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\p{Noncharacter_Code_Point}]/gu

/** @returns the text without them: they come with pasted texts, and nobody sees them */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '')
}
