import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import { imageSources } from '#domain/stored-file.ts'
import { withLanguages } from '#domain/text-language.ts'
import { webLink } from '#domain/web-link.ts'
import { costlyConstructs } from './costly-markdown.ts'

interface MarkdownOptions {
  /** Address of the site, without a slash at the end. */
  siteUrl: string
  /** Whether images of other sites are shown; otherwise their descriptions. */
  hasForeignImages?: boolean
}

// In the HTML of the renderer every < and " of the text is escaped, so only its own elements match.
const IMAGE = /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g
const LINK = /<a href="([^"]*)"([^>]*)>(.*?)<\/a>/gs
const ALIGNED_CELL = /<(t[hd]) align="(\w+)">/g

/** A text is as wide as --text-width, or as the window without its margins. */
const IMAGE_SIZES = '(min-width: 40rem) 37rem, 92vw'

/**
 * Renders Markdown as safe HTML: raw HTML in the text is escaped, links and images lead to http(s) addresses and to
 * paths of this site, links also to mailto. Of any other link the words remain, of any other image the description.
 * What is Hindi in it is marked as Hindi.
 * Source: docs/behaviour/notices.md#markdown
 */
export function renderMarkdown(text: string, { siteUrl, hasForeignImages = true }: MarkdownOptions): string {
  const html = micromark(text, {
    extensions: [gfmTable(), { disable: { null: costlyConstructs(text) } }],
    htmlExtensions: [gfmTableHtml()],
  })
  const safe = html
    .replace(ALIGNED_CELL, '<$1 class="align-$2">')
    .replace(IMAGE, (image, address: string, description: string) => {
      const target = targetOf(address, siteUrl)
      if (target === 'site') return image.replace(`src="${address}"`, () => ownImage(address, siteUrl))
      return target === 'elsewhere' && hasForeignImages ? image : description
    })
    .replace(LINK, (...[, address, title, words]: [string, string, string, string]) => {
      const target = targetOf(address, siteUrl)
      if (target === null) return words
      const rel = target === 'elsewhere' ? ' rel="noopener noreferrer"' : ''
      return `<a href="${address}"${title}${rel}>${words}</a>`
    })
  return withLanguages(safe)
}

/**
 * The place of an image in a text is reserved, and browsers load it when it comes near.
 * @returns attributes of an image element; they need no escapes, as names of stored files have no signs for them
 */
function ownImage(address: string, siteUrl: string): string {
  const { src, srcSet, width, height } = imageSources(address, siteUrl)
  if (!width) return `src="${address}" loading="lazy"`
  const responsive = srcSet ? ` srcset="${srcSet}" sizes="${IMAGE_SIZES}"` : ''
  return `src="${src}"${responsive} width="${width}" height="${height}" loading="lazy"`
}

/** @returns where an address in HTML leads, or null when it may not be shown as a link */
function targetOf(address: string, siteUrl: string): 'site' | 'elsewhere' | 'mail' | null {
  const text = address.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  if (/^mailto:./i.test(text)) return 'mail'
  // Browsers take a second slash, and a backslash, for the begin of a host; the renderer has escaped the latter.
  if (/^\/(?!\/|%5c)/i.test(text)) return 'site'
  const link = webLink(text)
  if (!link) return null
  return new URL(link.href).origin === new URL(siteUrl).origin ? 'site' : 'elsewhere'
}
