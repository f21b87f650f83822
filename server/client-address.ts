import { isIP } from 'node:net'

/**
 * Whom limits count a request for.
 * @param peer address of the client's socket
 * @param forwarded the header x-forwarded-for. A proxy on this machine says whom it speaks for, in the entry it added
 *   itself: the last one. Others are not believed.
 */
export function limitedAddress(peer = '', forwarded: string | null | undefined): string {
  const isLocalProxy = /^(::1|(::ffff:)?127\.)/.test(peer)
  const last = forwarded?.split(',').at(-1)?.trim()
  return household(isLocalProxy && last && isIP(last) ? last : peer)
}

/** One household or provider customer owns 64 bits of IPv6 addresses. */
function household(address: string): string {
  if (isIP(address) !== 6 || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array<string>(8 - front.length - back.length).fill('0') : []
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}
