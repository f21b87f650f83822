import { expect, test } from 'vitest'
import { correctCalendarAddress } from './calendar-address.ts'

const correctAddress = (requested: string) => {
  const { pathname, searchParams } = new URL(requested, 'https://suchana.example')
  return correctCalendarAddress(pathname, searchParams)
}

test.each([
  ['/calendar?type=&kind=&qualification=&state=', '/calendar'],
  ['/calendar?type=exam&kind=&qualification=&state=', '/calendar?type=exam'],
  ['/calendar/2026-12?type=none&kind=jobs', '/calendar/2026-12?kind=jobs'],
  ['/calendar/2026-w47?type=exam&type=result&state=bihar', '/calendar/2026-w47?type=exam&state=bihar'],
  ['/calendar/2026-11-22?kind=&from=100', '/calendar/2026-11-22?from=100'],
  ['/calendar.ics?kind=jobs&state=', '/calendar.ics?kind=jobs'],
])('%s redirects to %s', (requested, correct) => {
  expect(correctAddress(requested)).toBe(correct)
})

test.each([
  '/calendar',
  '/calendar?type=exam&kind=jobs',
  '/calendar?kind=jobs&type=exam',
  '/calendar/2026-11-22?state=bihar&from=100',
  '/calendar?utm_source=x',
])('%s is right', (requested) => {
  expect(correctAddress(requested)).toBe(null)
})
