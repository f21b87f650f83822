import { expect, test } from 'vitest'
import { sealedSecrets } from './sealed-secrets.ts'

const secrets = sealedSecrets('the key of this test')
const secret = Buffer.from('a secret')

test('a sealed secret opens with its key, differs each time, and does not contain the secret', () => {
  const [one, other] = [secrets.seal(secret), secrets.seal(secret)]
  expect([secrets.open(one), secrets.open(other)]).toEqual([secret, secret])
  expect(one).not.toBe(other)
  expect(Buffer.from(one, 'base64url').includes(secret)).toBe(false)
})

test('a sealed secret opens with no other key, and not after a change', () => {
  const sealed = secrets.seal(secret)
  expect(sealedSecrets('another key').open(sealed)).toBe(null)
  const changed = Buffer.from(sealed, 'base64url')
  changed[changed.length - 1]! ^= 1
  expect(secrets.open(changed.toString('base64url'))).toBe(null)
  expect(secrets.open('x')).toBe(null)
})

test('hashes depend on text and key', () => {
  expect(secrets.hash('a')).toBe(secrets.hash('a'))
  expect(new Set([secrets.hash('a'), secrets.hash('b'), sealedSecrets('another key').hash('a')]).size).toBe(3)
})
