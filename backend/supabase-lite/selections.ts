/** @returns the parts of a selection between the commas that are in no brackets and no quotes */
export function itemsOf(select: string): string[] {
  const items = ['']
  let depth = 0
  let isQuoted = false
  for (const character of select) {
    if (character === '"') isQuoted = !isQuoted
    if (character === '(' && !isQuoted) depth += 1
    if (character === ')' && !isQuoted) depth -= 1
    if (character === ',' && depth === 0 && !isQuoted) items.push('')
    else items[items.length - 1] += character
  }
  return items
}
