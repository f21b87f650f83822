import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { isPublicAddress } from '#backend/public-address.ts'
import { log } from './log.ts'

export interface ClientAddresses {
  /**
   * The client address by which limits count a request, as its proxies report it: the last entry of x-forwarded-for that
   * is not of a trusted proxy. Entries before it may be invented by the client. IPv6 addresses are reduced to their /64
   * network.
   */
  addressOf: (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string
  /** Whether a connection from this address is one of a trusted proxy, which brings many visitors. */
  isProxy: (peer: string | undefined) => boolean
}

/** @param proxies addresses or networks such as 10.0.0.0/8 of trusted proxies, besides those on this machine */
export function createClientAddresses(proxies: readonly string[] = []): ClientAddresses {
  const trusted = new BlockList()
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = familyOf(address)
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  const isProxy = (peer = '') => isLocalPeer(peer) || (isPlainIP(peer) && trusted.check(peer, familyOf(peer)))
  return {
    isProxy,
    addressOf({ socket: { remoteAddress = '' }, headers }) {
      const reported = [headers['x-forwarded-for']].flat().join()
      if (reported && !isProxy(remoteAddress)) reportOnce(remoteAddress)
      let client = remoteAddress
      for (const entry of reported.split(',').toReversed()) {
        const address = withoutPort(entry.trim())
        if (!isProxy(client) || !isPlainIP(address)) break
        client = address
      }
      return networkOf(client)
    },
  }
}

/** Some proxies add the port: 203.0.113.7:51234, [2001:db8::1]:443. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}

let isReported = false

/** Behind a proxy that is not trusted, all visitors share the limits of its address: the operator should know. */
function reportOnce(peer: string): void {
  if (isReported || isPublicAddress(peer)) return
  isReported = true
  log.warn('X-Forwarded-For of a proxy is ignored, so all its visitors count as one: name it in TRUSTED_PROXIES', {
    proxy: peer,
  })
}

/** Whether the address of a socket is of this machine: from a proxy, a health check, or another of its programs. */
export function isLocalPeer(peer = ''): boolean {
  return /^(::1$|(::ffff:)?127\.)/.test(peer)
}

/** Whether an address by which limits count is of this machine: of a program of it, not of a visitor of its proxy. */
export function isLocalClient(address: string): boolean {
  return address === networkOf('::1') || isLocalPeer(address)
}

/** A household or provider customer usually gets a /64 network of IPv6 addresses. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6 || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array<string>(8 - front.length - back.length).fill('0') : []
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}

/** Whether a text is an IP address without the zone of an interface, such as '%eth0'. */
function isPlainIP(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
