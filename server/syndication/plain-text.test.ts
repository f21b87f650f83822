import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['SSC CGL', 'SSC CGL'],
  ['  two\r\nlines\tand a tab ', 'two lines and a tab'],
  ['a\u0000b\u0007c\u001fd\u007fe\u0085f', 'a b c d e f'],
  ['\ud83d half a character', 'half a character'],
  ['\ufffe\uffff', ''],
  ['यूपी पुलिस कांस्टेबल', 'यूपी पुलिस कांस्टेबल'],
  ['क्‍ष with a joiner', 'क्‍ष with a joiner'],
  ['👩‍🚀 & <b>', '👩‍🚀 & <b>'],
])('plainText converts %j to %j', (typed, plain) => {
  expect(plainText(typed)).toBe(plain)
})
