import { afterEach, expect, test, vi } from 'vitest'
import { noteServerTime, serverNow } from './server-time.ts'

afterEach(() => vi.useRealTimers())

const here = Date.parse('2026-11-28T10:00:00Z')

test.each([
  ['Sun, 30 Nov 2026 10:00:00 GMT', '2026-11-30T10:00:00.000Z'],
  ['Wed, 26 Nov 2025 09:00:00 GMT', '2025-11-26T09:00:00.000Z'],
  ['Sat, 28 Nov 2026 10:00:59 GMT', '2026-11-28T10:00:00.000Z'],
  ['yesterday', '2026-11-28T10:00:00.000Z'],
  [null, '2026-11-28T10:00:00.000Z'],
])('an answer with the date %s says that it is %s', (date, now) => {
  vi.useFakeTimers({ now: here, toFake: ['Date'] })
  noteServerTime(new Response(null, { headers: { date: 'Sat, 28 Nov 2026 10:00:00 GMT' } }))
  noteServerTime(new Response(null, { headers: date === null ? {} : { date } }))
  expect(new Date(serverNow()).toISOString()).toBe(now)
})
