import type { IncomingMessage } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { createClientAddresses } from './client-address.ts'

const visitor = '203.0.113.7'
const cdn = '198.51.100.1'

afterEach(() => vi.restoreAllMocks())

function addressOf(peer: string | undefined, forwarded?: string | string[], proxies: string[] = []): string {
  const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } }
  return createClientAddresses(proxies).addressOf(request as unknown as IncomingMessage)
}

test.each([
  ['a local proxy sets the address of the client', '127.0.0.1', visitor, visitor],
  ['a local proxy may connect over IPv6', '::1', visitor, visitor],
  ['a local proxy may connect over IPv4-mapped IPv6', '::ffff:127.0.0.1', visitor, visitor],
  ['entries before the one of the proxy are ignored', '::1', `10.9.9.9, ${visitor}`, visitor],
  ['a header that was sent twice is one list', '::1', ['10.9.9.9', visitor], visitor],
  ['of two local proxies, the first reports the client', '127.0.0.1', `${visitor}, 127.0.0.1`, visitor],
  ['the header of a remote client is ignored', visitor, cdn, visitor],
  ['an entry that is not an IP address is ignored', '127.0.0.1', 'visitor-1', '127.0.0.1'],
  ['entries before one that is not an IP address are ignored', '127.0.0.1', `${visitor}, unknown`, '127.0.0.1'],
  ['an entry with the zone of an interface is ignored', '127.0.0.1', 'fe80::1%eth0', '127.0.0.1'],
  ['a proxy may append the port of the client', '127.0.0.1', `10.9.9.9, ${visitor}:51234`, visitor],
  ['an IPv6 address may have brackets and a port', '127.0.0.1', '[2001:db8:1:2::1]:443', '2001:db8:1:2'],
  ['an IPv6 address may have brackets alone', '127.0.0.1', '[2001:db8:1:2::1]', '2001:db8:1:2'],
  ['an IPv6 address without brackets has no port', '127.0.0.1', '2001:db8:1:2::443', '2001:db8:1:2'],
  ['brackets around something else are ignored', '127.0.0.1', '[visitor]:443', '127.0.0.1'],
  ['an empty header is ignored', '127.0.0.1', '', '127.0.0.1'],
  ['a forwarded IPv6 address is reduced to its /64 network', '127.0.0.1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
])('without a setting, %s', (_what, peer, forwarded, client) => {
  expect(addressOf(peer, forwarded)).toBe(client)
})

test.each([
  ['the gateway of a container reports the client', '172.17.0.1', visitor, visitor],
  ['the gateway may connect over IPv4-mapped IPv6', '::ffff:172.17.0.1', visitor, visitor],
  ['a CDN in front of a local proxy is passed', '127.0.0.1', `${visitor}, ${cdn}`, visitor],
  ['a trusted proxy may be named with a port', '127.0.0.1', `${visitor}:1024, ${cdn}:2048`, visitor],
  ['an invented entry before the client is ignored', '127.0.0.1', `1.2.3.4, ${visitor}, ${cdn}`, visitor],
  ['a proxy of IPv6 is trusted by its network', '2001:db8:9::5', visitor, visitor],
  ['an address outside of the networks is no proxy', '172.32.0.1', visitor, '172.32.0.1'],
  ['a proxy without the header is the client', '172.17.0.1', undefined, '172.17.0.1'],
])('with trusted proxies, %s', (_what, peer, forwarded, client) => {
  expect(addressOf(peer, forwarded, ['172.16.0.0/12', cdn, '2001:db8:9::/48'])).toBe(client)
})

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
  ['2001:db8:1:3::1', '2001:db8:1:3'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  [visitor, visitor],
  [undefined, ''],
])('without a proxy, the peer address %s is counted as %s', (peer, client) => {
  expect(addressOf(peer)).toBe(client)
})

test('a proxy of a private network that is not trusted is logged once, a client that invents the header is not', async () => {
  vi.resetModules()
  const { createClientAddresses: create } = await import('./client-address.ts')
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { addressOf: read } = create()
  for (const remoteAddress of [visitor.replace('203.0.113', '8.8.8'), '10.1.1.1', '10.1.1.1', '10.1.1.2'])
    read({ socket: { remoteAddress }, headers: { 'x-forwarded-for': visitor } } as unknown as IncomingMessage)
  expect(write.mock.calls.map(([line]) => String(line))).toEqual([expect.stringContaining('"proxy":"10.1.1.1"')])
})
