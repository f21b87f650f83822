import { PUSH_LINK_MAX } from './limits.ts'

/**
 * The page that a click on a notification opens: one of this site.
 * Source: docs/behaviour/security.md#pages-that-a-notification-opens
 * @param url a path, or an address of the site
 * @param siteUrl origin of the site
 * @returns the path with query and fragment, or null
 */
export function pushPath(url: string, siteUrl: string): string | null {
  if (!/^(\/(?![/\\])|https?:\/\/)[^\s\\]*$/.test(url)) return null
  const found = parse(url, siteUrl)
  if (!found || found.origin !== siteUrl || found.username || found.password) return null
  const path = found.pathname + found.search + found.hash
  return path.length <= PUSH_LINK_MAX && !path.startsWith('//') ? path : null
}

/**
 * A picture that a notification shows: one of this site, or of a public https address. Devices load it, not the server.
 * @returns the address, or null
 */
export function pushImage(url: string, siteUrl: string): string | null {
  const path = pushPath(url, siteUrl)
  if (path !== null) return path
  const found = /^https:\/\/[^\s\\]+$/.test(url) ? parse(url, siteUrl) : null
  if (!found || found.username || found.password || found.href.length > PUSH_LINK_MAX) return null
  // A host name with a dot that does not end in a number, so neither an IP address nor a host of a private network.
  return /\.[a-z][a-z0-9-]*$/i.test(found.hostname) ? found.href : null
}

function parse(url: string, base: string): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
