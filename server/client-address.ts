import { isIP } from 'node:net'

/**
 * The client address by which rate limits count a request. IPv6 addresses are reduced to their /64 network.
 * @param peer address of the client's socket
 * @param forwarded the header x-forwarded-for. Only its last entry is used, and only when the peer is a proxy on this
 *   machine, which has added that entry.
 */
export function limitedAddress(peer = '', forwarded: string | null | undefined): string {
  const isLocalProxy = /^(::1|(::ffff:)?127\.)/.test(peer)
  const last = forwarded?.split(',').at(-1)?.trim()
  return networkOf(isLocalProxy && last && isIP(last) ? last : peer)
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
