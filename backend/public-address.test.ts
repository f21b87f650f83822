import { expect, test } from 'vitest'
import { isPublicAddress, lookupPublic } from './public-address.ts'

test.each(['142.250.1.1', '52.1.2.3', '2607:f8b0::1', '::ffff:142.250.1.1'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '::7f00:1',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  'fec0::1',
  '::ffff:0:127.0.0.1',
  '::ffff:0:7f00:1',
  '100:0:0:1::1',
  '192.88.99.1',
  'localhost',
  '',
])('%j is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('looking up a name with a private address fails', async () => {
  const failed = new Promise((resolve) => lookupPublic('127.0.0.1', { all: true }, (error) => resolve(error?.message)))
  expect(await failed).toBe('127.0.0.1 has no public address')
})

test('looking up localhost, which only tests allow, returns a loopback address', async () => {
  const found = new Promise((resolve) => lookupPublic('localhost', {}, (_error, address) => resolve(address)))
  expect(['127.0.0.1', '::1']).toContain(await found)
})
