/** @returns the value of a JSON text; undefined for any other text */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
