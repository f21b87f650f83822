import { expect, test } from 'vitest'
import { SIGN_IN_LIMIT } from './messages.ts'

test.each([
  [1, '1 second'],
  [2, '2 seconds'],
  [59, '59 seconds'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [900, '15 minutes'],
])('a wait of %i seconds is written as %s', (seconds, words) => {
  expect(SIGN_IN_LIMIT.wait(seconds)).toBe(`Too many attempts to sign in. Please try again in ${words}.`)
})
