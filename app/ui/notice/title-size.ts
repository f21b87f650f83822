/** Lengths of a title, in characters, from which a heading of the usual size has three or five lines on a phone. */
const LONG = 75
const VERY_LONG = 125

/** @returns the class for a smaller heading; undefined for a title of ordinary length */
export function titleSize(title: string): 'long' | 'very-long' | undefined {
  if (title.length > VERY_LONG) return 'very-long'
  return title.length > LONG ? 'long' : undefined
}
