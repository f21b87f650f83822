import type { PageInfo } from './site-interface.ts'

/** The path under which the one 404 page of all unknown paths is rendered and cached. It is no page itself. */
export const NOT_FOUND_PATH = '/404'

const SLUG = '[a-z0-9][a-z0-9-]{0,99}'
const OTHER_PARAMETER = '[a-z0-9_-]{1,100}'

export interface PagePaths {
  /** @returns the page at a path that is spelled as pages are: lower case, no slash at the end, no escapes */
  find: (path: string) => PageInfo | undefined
}

/** Finds pages by their path. A parameter of a pattern only matches what such a page could have there. */
export function createPagePaths(pages: readonly PageInfo[]): PagePaths {
  const isPattern = ({ path }: PageInfo) => path.includes(':')
  const fixed = new Map(pages.filter((page) => !isPattern(page)).map((page) => [page.path, page]))
  const patterns = pages.filter(isPattern).map((page) => ({ page, pattern: patternOf(page.path) }))
  return { find: (path) => fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.page }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, (_, name) => (name === 'slug' ? SLUG : OTHER_PARAMETER))}$`)
}

/** The back office, which React Router answers: its pages and their data. */
export function isAdminPath(path: string): boolean {
  return /^\/admin(-login)?(\.data)?$|^\/admin\//.test(path)
}

/** What the server answers besides pages and files: the contract, share images, parts of the sitemap, its own state. */
const SERVICES =
  /^\/((rest|auth|storage|functions|realtime)\/v1(\/|$)|share(\/|$)|sitemaps\/[^/]+$|(healthz|readyz|metrics)$)/

export function isServicePath(path: string): boolean {
  return SERVICES.test(path)
}

/** Names that browsers, crawlers and feed readers ask for, wherever: such a path is a file or nothing, never a page. */
const FILE_NAMES =
  /\/(sw\.js|robots\.txt|(rss|atom|sitemap)\.xml|calendar\.ics|manifest\.webmanifest|favicon\.(ico|svg)|apple-touch-icon[\w-]*\.png|badge-96\.png|icon-[\w-]+\.png)$/

/** @returns whether a path belongs to a file; one that does not exist is answered with a plain 404 */
export function isFilePath(path: string): boolean {
  return /^\/(assets|\.well-known|screenshots)\//.test(path) || FILE_NAMES.test(path)
}

/**
 * @returns the one spelling of a path: lower case, single slashes, none at the end, escapes only where they are needed; the
 *   path itself when its escapes are broken
 */
export function canonicalPath(path: string): string {
  try {
    const plain = decodeURIComponent(path)
      .replace(/\/{2,}/g, '/')
      .replace(/(?<=.)\/$/, '')
    return encodeURI(plain.toLowerCase())
  } catch {
    return path
  }
}
