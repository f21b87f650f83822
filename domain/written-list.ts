/**
 * Items of a field that holds a list, a JSON list as text, or text with commas: selection process, required documents.
 * A comma inside brackets does not separate. Source: docs/behaviour/notices.md#lists-in-fields.
 */
export function writtenList(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String).map(trimmed).filter(Boolean)
  if (typeof value !== 'string') return []
  return jsonList(value) ?? splitOutsideBrackets(value).map(trimmed).filter(Boolean)
}

function jsonList(text: string): string[] | null {
  if (!text.trim().startsWith('[')) return null
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map(String).map(trimmed).filter(Boolean) : null
  } catch {
    return null
  }
}

function splitOutsideBrackets(text: string): string[] {
  const items = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(' || character === '[') depth += 1
    if (character === ')' || character === ']') depth = Math.max(0, depth - 1)
    if ((character === ',' && depth === 0) || character === '\n') items.push('')
    else items[items.length - 1] += character
  }
  return items
}

function trimmed(text: string): string {
  return text.trim()
}
