import { expect, test } from 'vitest'
import { RecentCounts } from './recent-counts.ts'

function counting(most = 100) {
  let now = 0
  const counts = new RecentCounts({ window: 1_000, most, clock: () => now })
  return { counts, pass: (milliseconds: number) => void (now += milliseconds) }
}

test('a key is counted for at least one window and at most two', () => {
  const { counts, pass } = counting()
  pass(999)
  expect(counts.add('a')).toBe(1)
  pass(1_000)
  expect(counts.add('a')).toBe(2)
  pass(1_000)
  expect(counts.of('a')).toBe(1)
  pass(1_000)
  expect(counts.of('a')).toBe(0)
})

test('after two windows without a key, nothing is left of the earlier ones', () => {
  const { counts, pass } = counting()
  counts.add('a')
  pass(2_500)
  expect(counts.of('a')).toBe(0)
})

test('a full window counts the keys that it has, and no others', () => {
  const { counts, pass } = counting(2)
  for (const key of ['a', 'b', 'c', 'd']) counts.add(key)
  expect(['a', 'b', 'c'].map((key) => counts.add(key))).toEqual([2, 2, 0])
  pass(1_000)
  expect(counts.add('c')).toBe(1)
})
