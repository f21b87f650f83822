import { errors, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { verifyToken } from './token.ts'

/** Long enough for every algorithm. */
const secret = 'a secret of this test '.repeat(4)
const now = Math.floor(Date.now() / 1000)

function signed(claims: object, { alg = 'HS256', key = secret } = {}): Promise<string> {
  const token = new SignJWT({ role: 'authenticated', exp: now + 60, ...claims })
  return token.setProtectedHeader({ alg }).sign(Buffer.from(key))
}

test('the claims of a token that this server has signed are returned', async () => {
  expect(await verifyToken(await signed({ sub: 'one', iat: now }), secret)).toEqual({
    role: 'authenticated',
    sub: 'one',
    iat: now,
    exp: now + 60,
  })
})

test.each<[what: string, token: () => string | Promise<string>]>([
  ['signed with another secret', () => signed({}, { key: 'another secret of this test '.repeat(4) })],
  ['signed with another algorithm', () => signed({}, { alg: 'HS512' })],
  ['without a signature', () => new UnsecuredJWT({ role: 'authenticated', exp: now + 60 }).encode()],
  ['that has expired', () => signed({ exp: now - 1 })],
  ['that is not valid yet', () => signed({ nbf: now + 60 })],
  ['issued in the future', () => signed({ iat: now + 60 })],
  ['that is no JWT', () => 'a.b.c'],
  ['that is empty', () => ''],
])('a token %s is rejected', async (_what, token) => {
  await expect(verifyToken(await token(), secret)).rejects.toThrow(errors.JOSEError)
})
