import { expect, test } from 'vitest'
import { firstRows, rowsOf } from './first-rows.ts'

test('the rows of an address are at least one page', () => {
  const rows = (query: string) => rowsOf(new URLSearchParams(query), 50)
  expect(['', 'rows=100', 'rows=10', 'rows=-1', 'rows=many', 'rows=1.5'].map(rows)).toEqual([50, 100, 50, 50, 50, 50])
})

test.each([
  [50, 120, [51], 50, true],
  [100, 120, [101], 100, true],
  [150, 120, [151], 120, false],
  [120, 120, [121], 120, false],
  [1_500, 3_000, [1_000, 501], 1_500, true],
  [1_500, 1_000, [1_000, 501], 1_000, false],
])('%i rows of %i are read by requests of %j', async (count, stored, limits, shown, hasMore) => {
  const asked: number[] = []
  const list = await firstRows<number>(count, ({ after = 0, limit }) => {
    asked.push(limit)
    return Promise.resolve(Array.from({ length: Math.min(limit, stored - after) }, (_, index) => after + index + 1))
  })
  expect(asked).toEqual(limits)
  expect(list).toEqual({ rows: Array.from({ length: shown }, (_, index) => index + 1), hasMore })
})
