import { expect, test } from 'vitest'
import { storable } from './storable.ts'

test.each([
  ['पहला नाम 👍', 'पहला नाम 👍'],
  ['UP\0SC \u0007\uffff', 'UPSC '],
  ['two\n\tlines', 'two\n\tlines'],
  // Half of an emoji that a limit has cut.
  ['👍'.slice(0, 1), '\ufffd'],
])('what the database stores of %j', (typed, stored) => {
  expect(storable(typed)).toBe(stored)
})
