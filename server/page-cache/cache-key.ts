import { CONTENT_KINDS } from '#domain/content/registry.ts'
import {
  canonicalPath,
  createPagePaths,
  isAdminPath,
  isFilePath,
  isServicePath,
  NOT_FOUND_PATH,
} from '#server/paths.ts'
import type { PageInfo } from '#server/site-interface.ts'

const SLUG = '[a-z0-9][a-z0-9-]{0,99}'

/** Longest address that is cached, in characters. */
const LONGEST = 300

/** Parameters that say where a visitor comes from; no page shows anything of them. */
const TRACKING = /^(utm_[a-z]+|fbclid|gclid|igshid|mc_[ce]id|ref|si)$/

const lists = CONTENT_KINDS.map(({ listPath }) => listPath).join('|')
const folders = CONTENT_KINDS.flatMap(({ detailFolder, otherFolders }) => [detailFolder, ...otherFolders]).join('|')

/** What else is the same for every visitor: sitemaps, feeds, calendars, share images. None takes parameters. */
const DOCUMENTS = [
  /^\/(robots\.txt|sitemap\.xml|sitemaps\/[a-z0-9-]{1,40}\.xml)$/,
  new RegExp(`^(${lists})?/(rss|atom)\\.xml$`),
  new RegExp(`^(${folders}|/recruitments)/${SLUG}/calendar\\.ics$`),
  new RegExp(`^/share(/site|(${folders})/${SLUG})\\.png$`),
]

/** @returns the key under which the answer to a path and query is cached; null when it must not be */
export type CacheKeys = (url: string) => string | null

/** Which requests are cached, and under which key. All paths where nothing is share one key, that of the 404 page. */
export function createCacheKeys(pages: readonly PageInfo[]): CacheKeys {
  const paths = createPagePaths(pages)

  function isUnknown(path: string): boolean {
    const canonical = canonicalPath(path)
    return !isServicePath(path) && !isFilePath(path) && !isAdminPath(canonical) && !paths.find(canonical)
  }

  return (url) => {
    if (!url.startsWith('/')) return null
    const [path = '', query = '', ...more] = url.split('?')
    const page = paths.find(path)
    const parameters = page ? page.cache : DOCUMENTS.some((pattern) => pattern.test(path)) ? {} : null
    if (parameters === null) return !page && isUnknown(path) ? NOT_FOUND_PATH : null
    if (url.length > LONGEST || more.length > 0) return null
    const cached = cachedParameters(query, parameters)
    if (cached === null) return null
    return cached.size > 0 ? `${path}?${cached}` : path
  }
}

/** @returns the parameters in the one order that keys have them in; null when one of them is not for the cache */
function cachedParameters(query: string, allowed: Record<string, RegExp>): URLSearchParams | null {
  const cached = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(query)) {
    if (TRACKING.test(name)) continue
    if (cached.has(name) || !Object.hasOwn(allowed, name) || !allowed[name]?.test(value)) return null
    cached.set(name, value)
  }
  cached.sort()
  return cached
}
