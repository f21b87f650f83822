/**
 * Reads the characters of a text that stand outside of double quotes, as JSON, filters and selections quote: in quotes "\"
 * escapes the next character, and quotes that nothing closes reach to the end. Reads each character once, so that no text
 * takes longer than others of its length. Source: docs/behaviour/faults.md#large-bodies
 * @param read called with each such character and its position
 */
export function readUnquoted(text: string, read: (character: string, index: number) => void): void {
  let isQuoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted) read(character, index)
    else if (character === '\\') index += 1
  }
}
