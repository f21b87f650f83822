import { expect, test } from 'vitest'
import { indianMinute, timestampOf } from './dates.ts'

test.each([
  ['2026-11-24T04:00:59.999Z', '2026-11-24T09:30'],
  ['2026-11-23T18:29:00Z', '2026-11-23T23:59'],
  ['2026-11-23T18:30:00+00:00', '2026-11-24T00:00'],
])('%s is %s in India, and back', (timestamp, minute) => {
  expect(indianMinute(timestamp)).toBe(minute)
  expect(indianMinute(Date.parse(timestamp))).toBe(minute)
  expect(indianMinute(timestampOf(minute) ?? '')).toBe(minute)
})

test.each(['', '2026-11-24', '2026-02-31T09:30', '2026-11-24T25:00', 'tomorrow'])('%j is no minute', (text) => {
  expect(timestampOf(text)).toBeNull()
})
