import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The client address by which rate limits count a request. IPv6 addresses are reduced to their /64 network.
 * @param peer address of the client's socket
 * @param forwarded the header x-forwarded-for. Only its last entry is used, and only when the peer is a proxy on this
 *   machine, which has added that entry.
 */
export function limitedAddress(peer = '', forwarded: string | null | undefined): string {
  const last = forwarded?.split(',').at(-1)?.trim()
  return networkOf(last && isThisMachine(peer) && isIP(last) ? last : peer)
}

/** Whether a socket comes from this machine: from a proxy, a health check, or another of its programs. */
export function isThisMachine(peer = ''): boolean {
  return /^(::1|(::ffff:)?127\.)/.test(peer)
}

/** Whether an address of `limitedAddress` is of this machine: of a program of it, not of a visitor of its proxy. */
export function isOfThisMachine(address: string): boolean {
  return address === networkOf('::1') || isThisMachine(address)
}

/** The client address of a request by which limits count. */
export function addressOf({ socket, headers }: IncomingMessage): string {
  return limitedAddress(socket.remoteAddress, [headers['x-forwarded-for']].flat().join())
}

/** A household or provider customer usually gets a /64 network of IPv6 addresses. */
function networkOf(address: string): string {
  if (isIP(address) !== 6 || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array<string>(8 - front.length - back.length).fill('0') : []
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}
