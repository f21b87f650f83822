import { PUSH_ENDPOINT_MAX } from '#domain/limits.ts'

/**
 * Whether a subscription may name this address: an https address of a known push service, on its usual port and without
 * credentials. Nothing else is ever connected to. Source: docs/behaviour/security.md#hosts-of-push-services
 * @param hosts allowed host names; one that begins with "*." allows all its subdomains
 */
export function isPushEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  if (endpoint.length > PUSH_ENDPOINT_MAX || !/^https:\/\/[!-[\]-~]+$/.test(endpoint)) return false
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
