import { timingSafeEqual } from 'node:crypto'
import type { Registry } from './registry.ts'

/**
 * The metrics, for whoever has the token, or without one for a program on this machine. What a proxy on this machine
 * passes on comes from elsewhere.
 *
 * @returns answers a request that came from an address
 */
export function answerMetrics(registry: Pick<Registry, 'text'>, token: string | undefined) {
  return ({ headers }: Request, peer: string | undefined): Response => {
    const isForwarded = headers.has('x-forwarded-for') || headers.has('forwarded')
    const may =
      token === undefined ? isHere(peer) && !isForwarded : isSame(headers.get('authorization'), `Bearer ${token}`)
    if (!may) return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } })
    return new Response(registry.text(), { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } })
  }
}

function isHere(peer = ''): boolean {
  return /^(::1|(::ffff:)?127\.)/.test(peer)
}

function isSame(given: string | null, wanted: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
