import fresh from 'fresh'

/**
 * Compares ETags only. A time of change would be that of the newest row in a list, and removing a row does not change it.
 * Cache-Control of the request is for caches on the way, and is not evaluated: fetch of Node.js adds "no-cache" to every
 * conditional request.
 *
 * @param requestHeaders by lower-case name
 * @param etag of the current response
 * @returns whether the client has the current version. Source: RFC 9110, section 13
 */
export function isUnchanged(requestHeaders: fresh.Headers, etag: string): boolean {
  return fresh({ 'if-none-match': requestHeaders['if-none-match'] }, { etag })
}
