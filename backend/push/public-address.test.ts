import { expect, test } from 'vitest'
import { isPublicAddress, lookupPublic } from './public-address.ts'

test.each(['142.250.1.1', '52.1.2.3', '2607:f8b0::1', '::ffff:142.250.1.1'])('%s is public', (address) => {
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
  'localhost',
  '',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('a name with a private address is not connected to', async () => {
  const failed = new Promise((resolve) => lookupPublic('127.0.0.1', { all: true }, (error) => resolve(error?.message)))
  expect(await failed).toBe('127.0.0.1 has no public address')
})

test('this machine is, by the name that only tests allow', async () => {
  const found = new Promise((resolve) => lookupPublic('localhost', {}, (_error, address) => resolve(address)))
  expect(['127.0.0.1', '::1']).toContain(await found)
})
