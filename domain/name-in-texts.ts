import { storable } from './storable.ts'

/** Characters that are not visible, and those that turn the direction of all text after them; Indian scripts need the two joiners. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu

/**
 * A name that stands within sentences, titles and subjects of mails.
 * @returns the text in one line, without invisible characters; empty when nothing of it can be seen
 */
export function nameInTexts(text: string): string {
  const name = storable(text.replace(/\s+/g, ' ')).replace(INVISIBLE, '').trim()
  return /[^\p{Cf}\p{Z}]/u.test(name) ? name : ''
}
