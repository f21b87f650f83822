import { timingSafeEqual } from 'node:crypto'
import type { Registry } from 'prom-client'
import { isThisMachine } from '#backend/public-address.ts'
import { isLocalPeer } from '#server/client-address.ts'

/**
 * Serves the metrics to clients with the token, or, when no token is configured, to clients on this machine. Requests
 * that a proxy has forwarded count as remote, also when only their Host shows that.
 *
 * @param token expected bearer token
 * @returns handles a request; `peer` is the address of the client's socket. Other clients get 404.
 */
export function createMetricsHandler(registry: Pick<Registry, 'metrics' | 'contentType'>, token: string | undefined) {
  return async ({ headers, url }: Request, peer: string | undefined): Promise<Response> => {
    const isForwarded = headers.has('x-forwarded-for') || headers.has('forwarded')
    const isAllowed =
      token === undefined
        ? isLocalPeer(peer) && isThisMachine(new URL(url).hostname) && !isForwarded
        : isEqual(headers.get('authorization'), `Bearer ${token}`)
    if (!isAllowed) return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } })
    return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
  }
}

function isEqual(actual: string | null, expected: string): boolean {
  const [one, other] = [Buffer.from(actual ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
