import type { SiteSettings } from '#app/data/site-settings.ts'

/** What the server has to know of a page: every list of addresses in the server is derived from these. */
export interface PageInfo {
  /** Pattern of its paths: '/', '/jobs', '/jobs/:slug'. */
  path: string
  /** Query parameters that make another cached copy, and what they may hold; `{}` for the path alone, null for never cached. */
  cache: Record<string, RegExp> | null
  /** Whether /sitemap.xml lists it as a page that belongs to no table: '/search', '/contact'. */
  sitemap: boolean
  /** Whether the service worker may store it for reading offline. */
  offline: boolean
  /** Whether it has a form that is sent to its own path. */
  post: boolean
}

/** What the server says about one request. */
export interface SiteContext {
  /** Whether this visitor has sent too many forms lately. */
  isOverLimit?: boolean | undefined
  /** Collects the cache tags of the answer: a table, or one row of it. */
  tag?: ((table: string, id?: number) => void) | undefined
}

/** The pages of visitors and the back office, as one function from request to answer. */
export interface Site {
  pages: readonly PageInfo[]
  fetch: (request: Request, context?: SiteContext) => Promise<Response>
}

export interface SiteOptions {
  settings: SiteSettings
  /** Files of the client build that documents name. */
  assets: { main: string }
  /** Carries requests to the backend inside the process. */
  fetchBackend: (request: Request) => Promise<Response>
  logFailure: (what: string, error: unknown) => void
  /** Milliseconds since the epoch; tests may set another day. */
  clock?: () => number
}

export type CreateSite = (options: SiteOptions) => Site
