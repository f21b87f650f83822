import { expect, test } from 'vitest'
import { limitedAddress } from './client-address.ts'

const visitor = '203.0.113.7'

test.each([
  ['a local proxy speaks for a visitor', '127.0.0.1', visitor, visitor],
  ['a local proxy speaks IPv6, too', '::1', visitor, visitor],
  ['and IPv4 inside IPv6', '::ffff:127.0.0.1', visitor, visitor],
  ['what a visitor writes in front of the proxy’s entry counts nothing', '::1', `10.9.9.9, ${visitor}`, visitor],
  ['a visitor cannot speak for others', visitor, '198.51.100.1', visitor],
  ['an entry that is no address is not believed', '127.0.0.1', 'visitor-1', '127.0.0.1'],
  ['nor an empty one', '127.0.0.1', '', '127.0.0.1'],
  ['addresses of one IPv6 network count as one', '127.0.0.1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
])('%s', (_what, peer, forwarded, client) => {
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
])('without a proxy, %s counts as %s', (peer, client) => {
  expect(limitedAddress(peer, null)).toBe(client)
})
