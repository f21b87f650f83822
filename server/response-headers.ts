/** Headers of responses: security, caching. Source: docs/behaviour/security.md#headers-of-every-answer. */

/** For pages and all other responses that show or change data: browsers and proxies must not store them. */
export const NO_STORE: Record<string, string> = {
  'cache-control': 'no-cache, no-store, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
}

/**
 * How long browsers and proxies may cache other responses without asking again. That of uploaded files is
 * `fileLifetime` in backend/storage/serve-object.ts, since backend/ imports nothing of the server.
 */
export const CACHE_CONTROL = {
  /** Files whose names change with their content. */
  fingerprinted: 'public, max-age=31536000, immutable',
  /** Other files of the build, and images and texts for sharing a notice: asked for again each time. */
  file: 'no-cache',
  /** Feeds, sitemaps and calendars. */
  feed: 'public, max-age=300',
  siteImage: 'public, max-age=3600',
}

/** Content security policy of responses that are not pages: no scripts, no framing. */
export const NOT_A_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Content security policy of the service worker: requests to this site, and images in notifications. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; img-src 'self' https:"

/** Seconds after which a client may repeat a request that was rejected because its address has too many. */
const RETRY_AFTER = '2'

/** @returns the headers of a response that rejects a request, with status 503, because its address has too many */
export function rejectionHeaders(siteUrl: string): Record<string, string> {
  return { ...malformedHeaders(siteUrl), 'retry-after': RETRY_AFTER }
}

/** @returns the headers of a response to a malformed request, which reaches no route */
export function malformedHeaders(siteUrl: string): Record<string, string> {
  return { ...securityHeaders(siteUrl), ...NO_STORE, 'content-security-policy': NOT_A_PAGE_POLICY }
}

/**
 * @param siteUrl canonical address of the site; Strict-Transport-Security is sent only with https
 */
export function securityHeaders(siteUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(siteUrl.startsWith('https://') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
