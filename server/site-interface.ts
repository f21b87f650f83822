import type { Day } from '#domain/dates.ts'
import type { CallFunction } from '#app/data/backend-client.ts'
import type { SiteSettings } from '#app/data/site-settings.ts'

/** Description of a page, from which the server derives its routes, cache keys, sitemap and offline pages. */
export interface PageInfo {
  /** Route pattern: '/', '/jobs', '/jobs/:slug'. */
  path: string
  /** Query parameters that the page reads: patterns of values that are cached, or null. null instead: never cached. */
  cache: Record<string, RegExp | null> | null
  /** Whether the sitemap lists it as a page without a table, '/search', '/contact', or its addresses there on a day. */
  sitemap: boolean | ((today: Day) => string[])
  /** Whether the service worker may cache it for reading offline. */
  offline: boolean
  /** Largest form that it accepts, in bytes; null: it has no form. */
  formBytes: number | null
}

/** Context of one request. */
export interface SiteContext {
  /** Whether the client is over the rate limit for forms. */
  isOverLimit?: boolean | undefined
  /** Collects the cache tags of the response: a table, or one row of it. */
  tag?: ((table: string, id?: number) => void) | undefined
}

/** The public pages and the admin, as one function from request to response. */
export interface Site {
  pages: readonly PageInfo[]
  fetch: (request: Request, context?: SiteContext) => Promise<Response>
}

export interface RenderedSite extends Site {
  /** Logs a page that could not be rendered. @returns the error page, with status 500 */
  broken: (request: Request, error: unknown) => Response
}

export interface SiteOptions {
  settings: SiteSettings
  /** Files of the client build that documents reference. */
  assets: { main: string }
  /** Sends requests to the backend within the process. */
  fetchBackend: (request: Request) => Promise<Response>
  /** Calls functions of the database within the process. */
  callFunction: CallFunction
  logFailure: (what: string, error: unknown) => void
  /** Milliseconds since the epoch; tests may set another day. */
  clock?: () => number
}

export type CreateSite = (options: SiteOptions) => RenderedSite
