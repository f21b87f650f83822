import { CALENDAR_FILE, CALENDAR_PARAMETERS } from '#domain/calendar-address.ts'
import { FILTER_PARAMETERS } from '#domain/content/filter-parameters.ts'
import { filterPaths } from '#domain/content/list-address.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { RECRUITMENT_FOLDER, SLUG_PATTERN } from '#domain/page-paths.ts'
import { canonicalPath, createPagePaths, isAdminPath, isFilePath, isServicePath } from '#server/paths.ts'
import type { PageInfo } from '#server/site-interface.ts'

/** Longest cache key, in characters. */
const MAX_LENGTH = 300

const lists = CONTENT_KINDS.map(({ listPath }) => listPath).join('|')
const folders = CONTENT_KINDS.flatMap(({ detailFolder, otherFolders }) => [detailFolder, ...otherFolders]).join('|')

const filterPathsOfAll = CONTENT_KINDS.flatMap((kind) => filterPaths(kind).map(({ path }) => path)).join('|')
const filteredLists = CONTENT_KINDS.flatMap(({ filters, listPath }) => (filters ? [listPath] : [])).join('|')

/** Feeds and calendars that can have filters as parameters. A request with a filter is not cached. */
const FILTERED_DOCUMENTS = new RegExp(`^(${filteredLists}|${filterPathsOfAll})/(rss\\.xml|atom\\.xml|calendar\\.ics)$`)
const UNCACHED_FILTERS = Object.fromEntries(FILTER_PARAMETERS.map((name) => [name, null]))

/**
 * Responses other than pages that are equal for all visitors: sitemaps, feeds, calendars, share images. They have no
 * parameters.
 */
const DOCUMENTS = [
  /^\/(robots\.txt|sitemap\.xml|sitemaps\/[a-z0-9-]{1,40}\.xml)$/,
  new RegExp(`^(${lists})?/(rss|atom)\\.xml$`),
  new RegExp(`^(${folders}|${RECRUITMENT_FOLDER})/${SLUG_PATTERN}/calendar\\.ics$`),
  new RegExp(`^/share(/site|(${folders})/${SLUG_PATTERN})\\.png$`),
]

/** @returns the cache key for a path and query; null when the response must not be cached */
export type CacheKeys = (url: string) => string | null

/** Creates the function from address to cache key. All unknown paths have the key of the 404 page, and all unknown slugs that of a missing record. */
export function createCacheKeys(pages: readonly PageInfo[]): CacheKeys {
  const paths = createPagePaths(pages)

  function isUnknown(path: string): boolean {
    const canonical = canonicalPath(path)
    return !isServicePath(path) && !isFilePath(path) && !isAdminPath(canonical) && !paths.find(canonical)
  }

  return (url) => {
    if (!url.startsWith('/')) return null
    const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? []
    const page = paths.find(path)
    const parameters = page ? page.cache : documentParameters(path)
    if (parameters === null) return !page && isUnknown(path) ? paths.insteadOf(canonicalPath(path)) : null
    const cached = cachedParameters(query, parameters)
    if (cached === null) return null
    const key = cached.size > 0 ? `${path}?${cached}` : path
    return key.length > MAX_LENGTH ? null : key
  }
}

/** @returns the parameters of a response that is not a page; null when it is not cached */
function documentParameters(path: string): PageInfo['cache'] {
  if (path === CALENDAR_FILE) return CALENDAR_PARAMETERS
  if (FILTERED_DOCUMENTS.test(path)) return UNCACHED_FILTERS
  return DOCUMENTS.some((pattern) => pattern.test(path)) ? {} : null
}

/**
 * Leaves out parameters that the page does not read, so that they cause neither a second cached copy nor a render.
 *
 * @returns the parameters in canonical order; null when one of them has a value that is not cached
 */
function cachedParameters(query: string, read: Record<string, RegExp | null>): URLSearchParams | null {
  const cached = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(query)) {
    if (!Object.hasOwn(read, name)) continue
    if (cached.has(name) || !read[name]?.test(value)) return null
    cached.set(name, value)
  }
  cached.sort()
  return cached
}
