import { SLUG_PATTERN } from '#domain/page-paths.ts'
import type { PageInfo } from './site-interface.ts'

/** The path under which the 404 page for all unknown paths is rendered and cached. No page has this path. */
export const NOT_FOUND_PATH = '/404'

/** The same for all pages of which the record is missing or was deleted. */
export const MISSING_RECORD_PATH = '/404/record'
export const DELETED_RECORD_PATH = '/410/record'

const OTHER_PARAMETER = '[a-z0-9_-]{1,100}'

/** What stands in the place of a slug: with a dot it is the name of a file, which is an unknown path. */
const ANY_SLUG = '[^/.]+'

/** Parameters in route patterns, with the values that they may have: ':slug', ':filter{iti|diploma}'. */
export const PARAMETERS = /:(\w+)(?:\{([^}]+)\})?/g

export interface PagePaths {
  /** @returns the page at a canonical path: lower case, no trailing slash, no percent-encoding */
  find: (path: string) => PageInfo | undefined
  /** @returns the path that is rendered in place of a canonical one without a page: that of a missing record for a slug that no record can have */
  insteadOf: (path: string) => typeof NOT_FOUND_PATH | typeof MISSING_RECORD_PATH
}

/** Finds pages by path. Parameters of route patterns match only valid slugs and names. */
export function createPagePaths(pages: readonly PageInfo[]): PagePaths {
  const isPattern = ({ path }: PageInfo) => path.includes(':')
  const fixed = new Map(pages.filter((page) => !isPattern(page)).map((page) => [page.path, page]))
  const patterns = pages.filter(isPattern).map((page) => ({ page, pattern: patternOf(page.path) }))
  const records = patterns
    .map(({ page }) => patternOf(page.path, ANY_SLUG))
    .filter(({ source }) => source.includes(ANY_SLUG))
  return {
    find: (path) => fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.page,
    insteadOf: (path) => (records.some((pattern) => pattern.test(path)) ? MISSING_RECORD_PATH : NOT_FOUND_PATH),
  }
}

function patternOf(path: string, slug = SLUG_PATTERN): RegExp {
  const parameter = (_: string, name: string, values?: string) =>
    values ? `(?:${values})` : name === 'slug' ? slug : OTHER_PARAMETER
  return new RegExp(`^${path.replaceAll(PARAMETERS, parameter)}$`)
}

/** Whether a path belongs to the admin, which React Router serves: its pages and their data. */
export function isAdminPath(path: string): boolean {
  return /^\/admin(-login)?(\.data)?$|^\/admin\//.test(path)
}

/** Paths besides pages and files: the backend, share images, parts of the sitemap, health checks and metrics. */
const SERVICES =
  /^\/((rest|auth|storage|functions|realtime)\/v1(\/|$)|share(\/|$)|sitemaps\/[^/]+$|(healthz|readyz|metrics)$)/

export function isServicePath(path: string): boolean {
  return SERVICES.test(path)
}

/** Names of files that the site serves: some at the root, those of feeds and calendars in many folders. */
const FILE_NAMES =
  /^\/(sw\.js|robots\.txt|manifest\.webmanifest|favicon\.(ico|svg)|apple-touch-icon\.png|badge-96\.png|icon-(192|512|maskable-512)\.png)$|\/((rss|atom|sitemap)\.xml|calendar\.ics)$/

/**
 * @returns whether a path belongs to a file; a missing file gets a plain 404. Source:
 *   docs/behaviour/public-pages.md#unknown-addresses
 */
export function isFilePath(path: string): boolean {
  return /^\/(assets|\.well-known)\//.test(path) || FILE_NAMES.test(path)
}

/**
 * @returns the canonical path: lower case, single slashes, no trailing slash, percent-encoding only where required; the
 *   path itself when its percent-encoding is invalid
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
