import { expect, test } from 'vitest'
import { notice, saved } from '#test/fakes/saved-notices.ts'
import { newChanges, withAnswer } from './with-answer.ts'

test('changes stay listed until they are acknowledged, from the state that was looked at', () => {
  const first = withAnswer(saved(), notice({ status: 'Start' }), 2_000)
  expect(newChanges(first)).toEqual(['Status: active → Start'])
  const second = withAnswer(first, notice({ status: 'Date Extend' }), 3_000)
  expect(newChanges(second)).toEqual(['Status: active → Date Extend'])
  expect(second.readAt).toBe(3_000)
  expect(newChanges(withAnswer(second, notice(), 4_000)), 'changed back').toEqual([])
  expect(newChanges({ ...second, lookedAt: null }), 'acknowledged').toEqual([])
})

test('a withdrawn notice has its last known state, and may come back', () => {
  const withdrawn = withAnswer(saved({ note: 'mine' }), null, 2_000)
  expect(withdrawn).toEqual(saved({ note: 'mine', isWithdrawn: true }))
  expect(withAnswer(withdrawn, notice(), 3_000)).toMatchObject({ isWithdrawn: false, note: 'mine' })
})
