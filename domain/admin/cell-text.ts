/** Maximum characters of a text and of a link in a table cell. Source: docs/behaviour/admin.md#text-in-cells */
const TEXT_MAX = 100
const LINK_MAX = 50

/** @returns a text of at most 100 characters, with an ellipsis in place of the rest */
export function cutText(text: string): string {
  return cut(text, TEXT_MAX)
}

/** @returns an address of at most 50 characters, with an ellipsis in place of the rest */
export function cutLink(address: string): string {
  return cut(address, LINK_MAX)
}

/** @returns the abbreviation that ends a name, else the name: 'UPSC' for 'Union Public Service Commission (UPSC)' */
export function shortName(name: string): string {
  return /\(([^()]{2,16})\)\s*$/.exec(name)?.[1] ?? name
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}…`
}
