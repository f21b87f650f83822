import { expect, test } from 'vitest'
import { base32, totpAddress, totpCode, totpStep } from './totp.ts'

/** The secret of the test vectors. Source: RFC 6238, appendix B; the last six of their eight digits */
const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d seconds the code is %s', (seconds, code) => {
  expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code)
  expect(totpStep(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('codes of the steps before and after count, others do not', () => {
  const step = 1_000
  const outcomes = [-2, -1, 0, 1, 2].map((distance) =>
    totpStep(secret, totpCode(secret, step + distance), step * 30_000),
  )
  expect(outcomes).toEqual([null, 999, 1000, 1001, null])
})

/** Source: RFC 4648, section 10 */
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('%j in base 32 is %s', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded)
})

test('the address for authenticator apps escapes names', () => {
  expect(totpAddress({ secret: 'ABC', issuer: 'Job & Co', email: 'a+b@example.org' })).toBe(
    'otpauth://totp/Job%20%26%20Co:a%2Bb%40example.org?secret=ABC&issuer=Job%20%26%20Co&algorithm=SHA1&digits=6&period=30',
  )
})
