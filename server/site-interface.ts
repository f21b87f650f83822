/** What the server knows of the site at run time: its pages come from a bundle that Vite builds. */

export interface PageInfo {
  /** Pattern of its address: '/', '/jobs/:slug'. */
  path: string
  /** Query parameters that make another cached copy, and what they may hold. null: no copy is cached. */
  cache: Record<string, RegExp> | null
  /** Whether it is listed in the sitemap by itself; pages of records come there from their tables. */
  sitemap: boolean
  /** Whether the service worker may store it for reading without a network. */
  offline: boolean
  /** Whether it has a form that is posted to it. */
  post: boolean
}

/** What the server says of one request. */
export interface SiteContext {
  /** Whether this visitor has written too often lately. */
  isOverLimit?: boolean
  /** Collects the cache tags of the answer: a table, or one row of it. */
  tag?: (table: string, id?: number) => void
}

export interface Site {
  pages: readonly PageInfo[]
  fetch: (request: Request, context?: SiteContext) => Promise<Response>
}
