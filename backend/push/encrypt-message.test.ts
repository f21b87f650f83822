import { createECDH, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { encryptMessage } from './encrypt-message.ts'

/** The reference implementation of the content encoding; it comes with `web-push`. */
const { decrypt } = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece') as {
  decrypt: (body: Buffer, keys: { version: string; privateKey: object; authSecret: string }) => Buffer
}

const browser = createECDH('prime256v1')
const p256dh = browser.generateKeys('base64url')
const auth = randomBytes(16).toString('base64url')
const decrypted = (body: Buffer) => decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret: auth })

test.each([
  ['an empty text', ''],
  ['a text in two scripts', 'SSC CGL 2026: अंतिम तिथि 31-12-2026'],
  ['the longest text', 'x'.repeat(3_993)],
])('another implementation decrypts %s', (_, text) => {
  const body = encryptMessage(p256dh, auth, Buffer.from(text))
  expect(decrypted(body).toString()).toBe(text)
  expect(body.length).toBeLessThanOrEqual(4_096)
})

test('every message has its own salt and its own key pair', () => {
  const bodies = Array.from({ length: 50 }, () => encryptMessage(p256dh, auth, Buffer.from('one text')))
  expect(new Set(bodies.map((body) => body.toString('hex', 0, 16))).size).toBe(50)
  expect(new Set(bodies.map((body) => body.toString('hex', 21, 86))).size).toBe(50)
})

test.each([
  ['a point that is not on the curve', Buffer.alloc(65, 4).toString('base64url'), auth, 'not valid'],
  ['a compressed point', browser.getPublicKey('base64url', 'compressed'), auth, 'length'],
  ['no key', '', auth, 'length'],
  ['a secret that is too short', p256dh, randomBytes(15).toString('base64url'), 'length'],
])('%s is rejected', (_, key, secret, reason) => {
  expect(() => encryptMessage(key, secret, Buffer.from('text'))).toThrow(reason)
})
