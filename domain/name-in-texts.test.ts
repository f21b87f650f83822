import { expect, test } from 'vitest'
import { nameInTexts } from './name-in-texts.ts'

test.each([
  ['Rozgar Portal', 'Rozgar Portal'],
  [' Rozgar\t\n Portal\r', 'Rozgar Portal'],
  ['\ufeffRoz\u200bgar\u0001 \u202ePortal\u2066', 'Rozgar Portal'],
  // Joiners change how letters are drawn.
  ['क्\u200dष', 'क्\u200dष'],
  ['\u200b\u200d\u00a0', ''],
])('the name %j stands in texts as %j', (text, name) => {
  expect(nameInTexts(text)).toBe(name)
})
