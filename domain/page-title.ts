import { cutAtWord } from './cut-at-word.ts'
import { PAGE_TITLE_MAX } from './limits.ts'

/** Longest ending that a shortened title keeps, in characters. */
const ENDING_MAX = 30

/**
 * The title of a page in a browser and in the results of search engines: its own title with the name of the site, in at
 * most PAGE_TITLE_MAX characters. Source: docs/behaviour/seo.md#titles
 */
export function pageTitle(title: string, siteName: string): string {
  const whole = `${title} | ${siteName}`
  return whole.length <= PAGE_TITLE_MAX ? whole : shortened(title)
}

function shortened(title: string): string {
  if (title.length <= PAGE_TITLE_MAX) return title
  const plain = title.replaceAll(/\s*\([^()]*\)/g, '').trim() || title
  if (plain.length <= PAGE_TITLE_MAX) return plain
  const dash = plain.lastIndexOf(' - ')
  const ending = dash > 0 && plain.length - dash <= ENDING_MAX ? plain.slice(dash) : ''
  return cutAtWord(plain.slice(0, plain.length - ending.length), PAGE_TITLE_MAX - ending.length) + ending
}
