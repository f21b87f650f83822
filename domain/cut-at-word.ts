/**
 * @param most characters of the result, which then ends in an ellipsis
 * @returns a text that ends at a word, or within one that is longer than the whole text may be
 */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.lastIndexOf(' ', most - 1)
  const start = text.slice(0, cut > 0 ? cut : most - 1).toWellFormed()
  return `${start.replace(/[\s.,:;&(|/\uFFFD-]+$/, '')}…`
}
