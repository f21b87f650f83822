import { expect, test } from 'vitest'
import { latinKey } from './latin-key.ts'

test.each([
  ['a letter', 'z', 'KeyZ', false, 'z'],
  ['a letter with Caps Lock', 'Z', 'KeyZ', false, 'Z'],
  ['a letter at another place', 'z', 'KeyY', false, 'z'],
  ['a sign at the place of a letter', ';', 'KeyZ', false, ';'],
  ['a letter of Hindi', 'ॆ', 'KeyZ', false, 'z'],
  ['a conjunct of Hindi', 'त्र', 'KeyN', false, 'n'],
  ['a letter of Hindi with Shift', 'ऎ', 'KeyZ', true, 'Z'],
  ['a letter of Hindi in place of the slash', 'य', 'Slash', false, '/'],
  ['a named key', 'Enter', 'Enter', false, 'Enter'],
  ['a letter of German at the place of a sign', 'ö', 'Semicolon', false, 'ö'],
])('the key of a shortcut: %s', (_what, key, code, shiftKey, expected) => {
  expect(latinKey({ key, code, shiftKey })).toBe(expected)
})
