import { expect, test } from 'vitest'
import { eventFor, idOf } from './subscription.ts'

const in_ = { wasVisible: true, isVisible: true }
const enters = { wasVisible: false, isVisible: true }
const leaves = { wasVisible: true, isVisible: false }
const out = { wasVisible: false, isVisible: false }

test.each([
  // what happens to the row, whether it is visible, and the events for subscribers of *, INSERT, UPDATE and DELETE
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
] as const)('%s of a row, %j: subscribers of *, INSERT, UPDATE and DELETE get %j', (kind, visibility, events) => {
  expect((['*', 'INSERT', 'UPDATE', 'DELETE'] as const).map((wanted) => eventFor(wanted, kind, visibility))).toEqual(
    events,
  )
})

test('the ids of bindings are equal for equal requests, different for different ones, and never zero', () => {
  const request = { event: '*', schema: 'public', table: 'jobs', filter: 'status=eq.active' }
  expect(idOf({ ...request })).toBe(idOf(request))
  const ids = Array.from({ length: 1000 }, (_, number) => idOf({ ...request, filter: `id=eq.${number}` }))
  expect(new Set([...ids, idOf(request)]).size).toBe(1001)
  expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
})
