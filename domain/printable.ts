/** Control characters but tab and line breaks, and noncharacters: no document can hold them. `rules.unprintable` names them, too. */
const UNPRINTABLE = /(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}]/gu

/** @returns the text without them: they come with pasted texts, and nobody sees them */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '')
}
