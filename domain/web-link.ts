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
    return { href: url.href, host: url.hostname.replace(/^www\./, '') }
  } catch {
    return null
  }
}
