import { hash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import type { SiteSettings } from '#app/data/site-settings.ts'
import type { PageContext, PageMeta, Tag } from '#app/pages/page.ts'
import type { PageStyles } from '#app/pages/page-sheets.ts'
import latinFont from '#app/ui/fonts/noto-sans-latin.woff2?url'
import printSheet from '#app/ui/styles/print.css?url'
import { CALENDAR_TAG } from '#domain/calendar-address.ts'
import { CONTENT_KINDS, listHeading } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import { SEARCH_PATH } from '#domain/page-paths.ts'
import { searchText } from '#domain/search-text.ts'
import { THEME_COLOURS } from '#domain/theme-colours.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { headScript, scriptLoader } from '#app/browser/head-script.ts'
import { MAIN_LINKS, MORE_LINKS } from './navigation.ts'
import { metaElements } from './page-meta.ts'
import { AD_SPACE_STYLE, STYLE_HASHES, styleElements } from './page-styles.ts'
import { contentSecurityPolicy } from './policy.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { EARLY_TAP_SCRIPT } from '#app/browser/navigation/early-tap.ts'
import { TOP_FIRST_SCRIPT } from '#app/browser/navigation/top-first.ts'
import { SPECULATION_RULES } from '#app/browser/navigation/speculation-rules.ts'

/** The parts of a document that differ between pages. */
export interface DocumentParts {
  meta: PageMeta
  styles: PageStyles
  /** HTML of the main element, in pieces. */
  main: readonly string[]
  /** Cache tags of what the page shows; the browser subscribes to their changes. */
  tags: readonly Tag[]
  /** Whether it is the page of one notice. */
  isNotice?: boolean
  /** Whether it has space for advertisements, which is reserved if the operator has configured them. */
  hasAdSpace?: boolean
  /** Whether its address is a secret, which scripts of others must not read. */
  isSecret?: boolean
  /** HTTP status of the response. */
  status: number
  /** Whether the page is the home page in place of another one; the browser then shows the address of the home page. */
  replacesAddress?: boolean
}

export interface DocumentOptions {
  site: SiteSettings
  /** Address of the one script of every page. */
  script: string
}

const HEAD_SCRIPT = headScript(latinFont) + TOP_FIRST_SCRIPT + EARLY_TAP_SCRIPT
const BODY_START = Buffer.from('<a class="skip-link" href="#main">Skip to content</a>')
const AD_SPACE = '<div class="ad-space"><div data-ad-space="content"></div><div data-ad-space="banner"></div></div>'
/** In place of the text of a search in a cached header; no text of a visitor contains it. */
const TEXT_MARK = '\0text\0'
const MARKED = new Set([...MAIN_LINKS, ...MORE_LINKS].map(({ href }) => href))

/** Renders whole documents. Parts that many of them share are cached. */
export function createDocumentWriter({ site, script: scriptAddress }: DocumentOptions) {
  const build = hash('sha256', [scriptAddress, HEAD_SCRIPT, ...STYLE_HASHES].join(), 'hex').slice(0, 12)
  const loader = scriptLoader(scriptAddress, printSheet)
  const policy = contentSecurityPolicy(site, [HEAD_SCRIPT, loader, SPECULATION_RULES])
  const script = `<script>${loader}</script>`
  const adSpaceStyle = site.adScriptUrl ? AD_SPACE_STYLE : ''
  const headers = new Map<string, string>()
  const heads = new Map<PageStyles, Buffer>()
  let footer = { year: '', html: '' }

  function headerOf({ pathname, searchParams }: URL): string {
    const currentPath = MARKED.has(pathname) ? pathname : ''
    const text = pathname === SEARCH_PATH ? searchText(searchParams.get('q') ?? '') : ''
    const html = headerWith(currentPath, text && TEXT_MARK)
    // React's own escaping, whose entities differ from those of escapeHtml.
    return text ? html.replaceAll(TEXT_MARK, () => renderToStaticMarkup(text)) : html
  }

  function headerWith(currentPath: string, text: string): string {
    const key = `${currentPath} ${text}`
    const { name: siteName, host } = site
    const html =
      headers.get(key) ?? renderToStaticMarkup(<SiteHeader {...{ siteName, host, currentPath, searchText: text }} />)
    headers.set(key, html)
    return html
  }

  function footerOf(year: string): string {
    if (footer.year !== year) {
      const { name: siteName, whatsappUrl, telegramUrl } = site
      footer = { year, html: renderToStaticMarkup(<SiteFooter {...{ siteName, year, whatsappUrl, telegramUrl }} />) }
    }
    return footer.html
  }

  /**
   * The part of the head that pages with the same stylesheet share, cached as bytes because it is a third of a
   * document.
   */
  function headOf(styles: PageStyles): Buffer {
    const bytes =
      heads.get(styles) ?? Buffer.from(HEAD_START + styleElements(styles) + adSpaceStyle + HEAD_LINKS + script)
    heads.set(styles, bytes)
    return bytes
  }

  return {
    policy,
    /** @returns the document in UTF-8 */
    write({ url, today }: Pick<PageContext, 'url' | 'today'>, parts: DocumentParts): Uint8Array<ArrayBuffer> {
      const root = attributes({
        lang: 'en-IN',
        'data-build': build,
        'data-site': site.name,
        'data-key': site.publishableKey,
        'data-lists': listHeadings(today),
        ...(site.scriptUrls.length > 0 && !parts.isSecret && { 'data-scripts': site.scriptUrls.join(' ') }),
        ...(site.adScriptUrl && !parts.isSecret && { 'data-ad-script': site.adScriptUrl }),
        ...(parts.replacesAddress && { 'data-replaces-address': '' }),
      })
      const main = attributes({
        id: 'main',
        class: 'wrap',
        tabindex: '-1',
        'data-tags': parts.tags
          .filter(([table]) => table !== CALENDAR_TAG)
          .map((tag) => tag.join(':'))
          .join(' '),
        'data-sheet': parts.styles,
        ...(parts.status !== 200 && { 'data-status': String(parts.status) }),
        ...(parts.isNotice && { 'data-notice': '' }),
      })
      const facts = parts.meta.structuredData
      // Encoded apart from each other, because a text in Latin-1 takes much less time.
      return Buffer.concat([
        Buffer.from(`<!DOCTYPE html><html${root}><head>`),
        headOf(parts.styles),
        Buffer.from(`${metaElements(site, parts.meta)}</head><body>`),
        BODY_START,
        Buffer.from(headerOf(url)),
        Buffer.from(`<main${main}>`),
        ...parts.main.map((html) => Buffer.from(html)),
        Buffer.from(`${site.adScriptUrl && parts.hasAdSpace ? AD_SPACE : ''}</main>${footerOf(today.slice(0, 4))}`),
        Buffer.from(`${facts ? `<script type="application/ld+json">${facts}</script>` : ''}</body></html>`),
      ])
    },
  }
}

export type DocumentWriter = ReturnType<typeof createDocumentWriter>

const HEAD_START =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${THEME_COLOURS.light}">` +
  `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${THEME_COLOURS.dark}">` +
  `<script>${HEAD_SCRIPT}</script>`

/** No preloads: a request before the document has been parsed delays the first paint. Source: decision 038. */
const HEAD_LINKS =
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">' +
  '<link rel="manifest" href="/manifest.webmanifest">' +
  `<noscript><link rel="stylesheet" media="print" href="${printSheet}"></noscript>`

/**
 * @returns paths of the lists, '/jobs|/results Latest Government Exam Results 2026|...', with their headings where these
 * are not the texts of their links in the menu: the browser shows them while a list is loading
 */
function listHeadings(today: Day): string {
  return CONTENT_KINDS.map((kind) => {
    const heading = listHeading(kind, today)
    return heading === kind.navLabel ? kind.listPath : `${kind.listPath} ${heading}`
  }).join('|')
}

function attributes(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')
}
