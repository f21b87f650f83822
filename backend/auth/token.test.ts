import { errors, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { refuseToken, signToken, verifyToken } from './token.ts'

/** Long enough for every algorithm. */
const secret = 'a secret of this test '.repeat(4)
const now = Math.floor(Date.now() / 1000)

function signed(claims: object, { alg = 'HS256', key = secret } = {}): Promise<string> {
  const token = new SignJWT({ role: 'authenticated', aud: 'authenticated', exp: now + 60, ...claims })
  return token.setProtectedHeader({ alg }).sign(Buffer.from(key))
}

test('the claims of a token that this server has signed are returned', async () => {
  expect(await verifyToken(await signed({ sub: 'one', iat: now }), secret)).toEqual({
    role: 'authenticated',
    aud: 'authenticated',
    sub: 'one',
    iat: now,
    exp: now + 60,
  })
})

test('a token of another server, whose clock is 30 seconds ahead, is accepted', async () => {
  expect(await verifyToken(await signed({ iat: now + 30 }), secret)).toMatchObject({ iat: now + 30 })
})

test.each<[what: string, token: () => string | Promise<string>]>([
  ['signed with another secret', () => signed({}, { key: 'another secret of this test '.repeat(4) })],
  ['signed with another algorithm', () => signed({}, { alg: 'HS512' })],
  ['without a signature', () => new UnsecuredJWT({ role: 'authenticated', exp: now + 60 }).encode()],
  ['for another audience', () => signed({ aud: 'anon' })],
  ['for no audience', () => signed({ aud: undefined })],
  ['that never expires', () => signed({ exp: undefined })],
  ['that has expired', () => signed({ exp: now - 1 })],
  ['that is not valid yet', () => signed({ nbf: now + 60 })],
  ['issued more than 30 seconds in the future', () => signed({ iat: now + 60 })],
  ['that is no JWT', () => 'a.b.c'],
  ['that is empty', () => ''],
])('a token %s is rejected', async (_what, token) => {
  await expect(verifyToken(await token(), secret)).rejects.toThrow(errors.JOSEError)
})

test('a signed token has the claims of the session and the time it was given', async () => {
  const claims = { sub: 'account', email: 'editor@example.org', session_id: 'session' }
  const { iat = 0, exp = 0, ...others } = await verifyToken(await signToken(claims, secret, 90), secret)
  expect(others).toEqual({ ...claims, role: 'authenticated', aud: 'authenticated' })
  expect(exp - iat).toBe(90)
})

test.each<[authorization: string | null, code: string | null]>([
  [null, null],
  ['Bearer sb_publishable_key', null],
  ['Bearer a.b.c', 'PGRST301'],
  ['bearer a.b.c', 'PGRST301'],
  ['Bearer anything', 'PGRST301'],
])('a request with the authorization %s is answered with the code %s', async (authorization, code) => {
  const request = new Request('http://localhost', { headers: authorization ? { authorization } : {} })
  const response = await refuseToken(request, secret)
  expect(response && [response.status, (await response.json()).code]).toEqual(code && [401, code])
})

test('a request with an expired token is told so', async () => {
  const headers = { authorization: `Bearer ${await signed({ exp: now - 1 })}` }
  const response = await refuseToken(new Request('http://localhost', { headers }), secret)
  expect(await response?.json()).toEqual({ code: 'PGRST303', message: 'JWT expired', details: null, hint: null })
})
