import { PUSH_ENDPOINT_MAX } from './limits.ts'

/** Codes of characters that mean the same without a code. Source: RFC 3986, section 2.3 */
const unreserved = /^[\w.~-]$/

/**
 * The one spelling of an endpoint: lower-case host without a dot at its end, no usual port, no fragment, and percent
 * codes in capitals where they are needed. Source: docs/behaviour/push.md#spelling-of-endpoints; RFC 3986, section 6.2.2
 * @returns the text itself when it is no https address
 */
export function normalEndpoint(endpoint: string): string {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.username || url.password) return endpoint
  return `https://${url.host.replace(/\.(?=$|:)/, '')}${normalCodes(url.pathname + url.search)}`
}

function normalCodes(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return unreserved.test(character) ? character : code.toUpperCase()
  })
}

/**
 * Whether a subscription may name this address: an https address of a known push service, on its usual port and without
 * credentials. Nothing else is ever connected to. Source: docs/behaviour/security.md#hosts-of-push-services
 * @param hosts allowed host names; one that begins with "*." allows all its subdomains
 */
export function isPushEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  if (endpoint.length > PUSH_ENDPOINT_MAX || !/^https:\/\/[!-[\]-~]+$/i.test(endpoint)) return false
  let url: URL
  try {
    url = new URL(endpoint)
  } catch {
    return false
  }
  // A push service on this machine, as in tests, may use any port.
  if (url.username || url.password || url.hash || (url.port && url.hostname !== 'localhost')) return false
  return hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host.toLowerCase(),
  )
}
