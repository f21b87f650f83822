import { expect, test } from 'vitest'
import { serverNowBy } from './time-by-copy.ts'

const here = Date.parse('2026-11-28T10:00:00Z')

test.each([
  ['2026-11-25T10:00:00Z', '', '2026-12-01T10:00:00.000Z'],
  ['2026-12-01T10:00:00Z', '', '2026-11-25T10:00:00.000Z'],
  ['2026-11-28T10:00:59Z', '', '2026-11-28T10:00:00.000Z'],
  ['2026-11-28T10:10:00Z', '600', '2026-11-28T10:00:00.000Z'],
  [null, '', '2026-11-28T10:00:00.000Z'],
])('a copy that was sent now and stored at %s with the age "%s" says that it is %s', (stored, age, now) => {
  const date = 'Sat, 28 Nov 2026 10:00:00 GMT'
  const headers = { date, age, ...(stored !== null && { 'x-stored-at': String(Date.parse(stored)) }) }
  expect(new Date(serverNowBy(new Response(null, { headers }), here)).toISOString()).toBe(now)
})
