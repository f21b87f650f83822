import { expect, test } from 'vitest'
import { passwordFault } from './password.ts'

test.each([
  ['', 'short'],
  ['9 letters', 'short'],
  ['10 letters', null],
  ['x'.repeat(72), null],
  ['x'.repeat(73), 'long'],
  ['भ'.repeat(24), null],
  ['भ'.repeat(25), 'long'],
])('a password has at least 10 characters and at most 72 bytes: %j is %j', (password, fault) => {
  expect(passwordFault(password)).toBe(fault)
})
