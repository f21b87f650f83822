import { expect, test } from 'vitest'
import { eventFor, idOf } from './subscription.ts'

const in_ = { wasSeen: true, isSeen: true }
const enters = { wasSeen: false, isSeen: true }
const leaves = { wasSeen: true, isSeen: false }
const out = { wasSeen: false, isSeen: false }

test.each([
  // what happens to the row, whether it is seen, and what listeners to everything, INSERT, UPDATE and DELETE hear
  ['INSERT', enters, ['INSERT', 'INSERT', null, null]],
  ['INSERT', in_, ['INSERT', 'INSERT', null, null]],
  ['INSERT', out, [null, null, null, null]],
  ['UPDATE', in_, ['UPDATE', null, 'UPDATE', null]],
  ['UPDATE', enters, ['INSERT', 'INSERT', 'UPDATE', null]],
  ['UPDATE', leaves, ['DELETE', null, null, 'DELETE']],
  ['UPDATE', out, [null, null, null, null]],
  ['DELETE', leaves, ['DELETE', null, null, 'DELETE']],
  ['DELETE', in_, ['DELETE', null, null, 'DELETE']],
  ['DELETE', out, [null, null, null, null]],
] as const)('%s of a row, %j: %j', (kind, sight, heard) => {
  expect((['*', 'INSERT', 'UPDATE', 'DELETE'] as const).map((wanted) => eventFor(wanted, kind, sight))).toEqual(heard)
})

test('the id of a binding is the same for the same words, another for others, and never zero', () => {
  const words = { event: '*', schema: 'public', table: 'jobs', filter: 'status=eq.active' }
  expect(idOf({ ...words })).toBe(idOf(words))
  const ids = Array.from({ length: 1000 }, (_, number) => idOf({ ...words, filter: `id=eq.${number}` }))
  expect(new Set([...ids, idOf(words)]).size).toBe(1001)
  expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
})
