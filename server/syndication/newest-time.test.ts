import { expect, test } from 'vitest'
import { newestTime } from './newest-time.ts'

test.each([
  [[], null],
  [[null, undefined], null],
  [[null, '2026-11-21T04:05:00+00:00'], '2026-11-21T04:05:00+00:00'],
  [['2026-11-21T04:05:00.1+00:00', '2026-11-21T04:05:00+00:00'], '2026-11-21T04:05:00.1+00:00'],
  [['2026-11-21T04:05:00.12+00:00', null, '2026-11-21T04:05:00.123+00:00'], '2026-11-21T04:05:00.123+00:00'],
])('the newest time of %j is %j', (times, newest) => {
  expect(newestTime(times)).toBe(newest)
})
