import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Names of the machine that the server runs on, also as they are in a URL. */
const thisMachine = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** @returns whether a host is the machine that the server runs on */
export function isThisMachine(host: string): boolean {
  return thisMachine.has(host)
}

/** Addresses that are not of the public internet. Source: IANA special-purpose address registries */
const privateAddresses = new BlockList()
const ranges = {
  ipv4: [
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
    '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  ],
  ipv6: [
    '::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7',
    'fe80::/10 fec0::/10 ff00::/8',
  ],
} as const
for (const [family, lines] of Object.entries(ranges)) {
  for (const range of lines.join(' ').split(' ')) {
    const [network = '', bits] = range.split('/')
    privateAddresses.addSubnet(network, Number(bits), family as 'ipv4' | 'ipv6')
  }
}

/** @returns whether an IP address is one of the public internet */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  const version = isIP(plain)
  return version !== 0 && !privateAddresses.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}

/** Decides whether a connection to an address of a host may be opened. */
export type AllowAddress = (address: string, hostname: string) => boolean

/** Code of the error of a connection whose host has no address that is allowed. */
export const NOT_PUBLIC = 'ENOTPUBLIC'

/**
 * Resolves names for connections to hosts that strangers name. Addresses that are not allowed are dropped, whatever the
 * name server returns, and the connection is opened to those that were checked. Hosts that are addresses themselves are
 * not looked up: check them with the same function.
 */
export function createLookup(isAllowed: AllowAddress): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...(options as LookupOptions), all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, [])
      const allowed = found.filter(({ address }) => isAllowed(address, hostname))
      const [first] = allowed
      if (!first)
        return callback(Object.assign(new Error(`${hostname} has no public address`), { code: NOT_PUBLIC }), [])
      if (options.all) return callback(null, allowed)
      callback(null, first.address, first.family)
    })
  }
}

/**
 * For connections to push services: only one on this very machine, as tests have one, is named localhost.
 * Source: docs/behaviour/security.md#hosts-of-push-services
 */
export const lookupPublic = createLookup((address, hostname) => hostname === 'localhost' || isPublicAddress(address))
