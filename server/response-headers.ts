/** Headers of every answer. Source: security cases, Browser side; specification, section 9, Cache headers. */

/** Answers that show or change data: never kept by a browser or proxy. */
export const NO_STORE: Record<string, string> = {
  'cache-control': 'no-cache, no-store, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
}

/** Nothing in an answer that is not a page may run or be framed. */
export const NOT_A_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** What the service worker may do: ask this site, and show pictures in notifications. It loads no further scripts. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; img-src 'self' https:"

/**
 * @param siteUrl canonical address of the site; strict transport security is promised only on https
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
