import { afterEach, expect, test, vi } from 'vitest'
import { savedDayLine } from './saved-day.ts'

const NOW = Date.parse('2026-11-27T12:00:00+05:30')

/** Stubs a browser on the page /jobs?q=ssc with a saved copy of it. */
function withCopy(headers: Record<string, string>) {
  const match = (path: string) => Promise.resolve(path === '/jobs?q=ssc' ? new Response('', { headers }) : undefined)
  vi.stubGlobal('location', { pathname: '/jobs', search: '?q=ssc' })
  vi.stubGlobal('caches', { open: () => Promise.resolve({ match }) })
}

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['date', 'Tue, 24 Nov 2026 08:00:00 GMT', 'This page is as it was on 24-11-2026, 3 days ago.'],
  ['x-saved-at', '2026-11-24T08:00:00.000Z', 'This page is as it was on 24-11-2026, 3 days ago.'],
  ['x-saved-at', '2026-11-26T18:29:59.000Z', 'This page is as it was on 26-11-2026, yesterday.'],
  ['x-saved-at', '2026-11-26T18:30:00.000Z', ''],
  ['x-saved-at', '2026-11-30T08:00:00.000Z', 'This page is as it was on 30-11-2026.'],
  ['x-saved-at', 'no date', ''],
])('a saved copy with the header %s: %s has the line "%s"', async (name, value, line) => {
  withCopy({ [name]: value })
  expect(await savedDayLine(NOW)).toBe(line)
})

test('the header x-saved-at takes precedence over date', async () => {
  withCopy({ date: 'Tue, 24 Nov 2026 08:00:00 GMT', 'x-saved-at': '2026-11-27T01:00:00.000Z' })
  expect(await savedDayLine(NOW)).toBe('')
})

test('on a phone whose clock is days wrong, the day of a saved copy is counted from the present one', async () => {
  const headers = { date: 'Tue, 24 Nov 2026 08:00:00 GMT', 'x-stored-at': String(Date.parse('2026-11-21T08:00:00Z')) }
  withCopy(headers)
  expect(await savedDayLine(Date.parse('2026-11-21T09:00:00Z'))).toBe('')
  expect(await savedDayLine(Date.parse('2026-11-22T09:00:00Z'))).toBe(
    'This page is as it was on 24-11-2026, yesterday.',
  )
})

test('a page without a saved copy has no line', async () => {
  withCopy({ date: 'Tue, 24 Nov 2026 08:00:00 GMT' })
  vi.stubGlobal('location', { pathname: '/results', search: '' })
  expect(await savedDayLine(NOW)).toBe('')
})
