/** What browsers accept in an address although it may not be there, such as | and a percent sign before other letters. */
const INVALID = /[^!$%&-;=?-Z_a-z~]|%(?![0-9a-f]{2})/gi

/**
 * Parses an address that may be shown as a link: absolute http(s) without credentials. Everything else is shown as
 * text.
 * Source: docs/behaviour/notices.md#links; RFC 3986.
 *
 * @returns the address and the host to display (without 'www.'), or null
 */
export function webLink(value: unknown): { href: string; host: string } | null {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value.trim())) return null
  try {
    const url = new URL(value.trim())
    if (url.username || url.password) return null
    const { origin, pathname, search, hash } = url
    const href = origin + escaped(pathname + search) + (hash && `#${escaped(hash.slice(1))}`)
    return { href, host: url.hostname.replace(/^www\./, '') }
  } catch {
    return null
  }
}

function escaped(text: string): string {
  return text.replaceAll(INVALID, encodeURIComponent)
}
