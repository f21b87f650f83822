import { expect, test } from 'vitest'
import { limitedAddress } from './client-address.ts'

const visitor = '203.0.113.7'

test.each([
  ['a local proxy sets the address of the client', '127.0.0.1', visitor, visitor],
  ['a local proxy may connect over IPv6', '::1', visitor, visitor],
  ['a local proxy may connect over IPv4-mapped IPv6', '::ffff:127.0.0.1', visitor, visitor],
  ['entries before the one of the proxy are ignored', '::1', `10.9.9.9, ${visitor}`, visitor],
  ['the header of a remote client is ignored', visitor, '198.51.100.1', visitor],
  ['an entry that is not an IP address is ignored', '127.0.0.1', 'visitor-1', '127.0.0.1'],
  ['an empty header is ignored', '127.0.0.1', '', '127.0.0.1'],
  ['a forwarded IPv6 address is reduced to its /64 network', '127.0.0.1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
])('limitedAddress: %s', (_what, peer, forwarded, client) => {
  expect(limitedAddress(peer, forwarded)).toBe(client)
})

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
  ['2001:db8:1:3::1', '2001:db8:1:3'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  [visitor, visitor],
  [undefined, ''],
])('without a proxy, the peer address %s is counted as %s', (peer, client) => {
  expect(limitedAddress(peer, null)).toBe(client)
})
