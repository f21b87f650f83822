/** Letters after which a heading of the usual size would fill a phone: three lines, then five. */
const LONG = 75
const VERY_LONG = 125

/** @returns the class of a heading that takes a smaller step; none for a title of ordinary length */
export function titleSize(title: string): 'long' | 'very-long' | undefined {
  if (title.length > VERY_LONG) return 'very-long'
  return title.length > LONG ? 'long' : undefined
}
