import fresh from 'fresh'

/**
 * Cache-Control of the request is for caches on the way, and is not evaluated: fetch of Node.js adds "no-cache" to every
 * conditional request.
 *
 * @param requestHeaders by lower-case name
 * @param version validators of the current response
 * @returns whether the client has the current version. Source: RFC 9110, section 13
 */
export function isUnchanged(
  requestHeaders: fresh.Headers,
  version: { etag: string; 'last-modified'?: string },
): boolean {
  const { 'if-none-match': etags, 'if-modified-since': since } = requestHeaders
  return fresh({ 'if-none-match': etags, 'if-modified-since': since }, version)
}
