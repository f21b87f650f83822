import { expect, test } from 'vitest'
import { filtersIn } from './filters.ts'

const PERSON = '2f57607c-3063-4fd9-8100-e6552c4d1f2a'

const all = { person: null, table: null, source: null, operation: null, since: null, until: null }

test.each([
  ['', all],
  ['person=&table=jobs&rows=100', { ...all, table: 'jobs' }],
  [
    'since=2026-11-21&until=2026-11-21',
    { ...all, since: '2026-11-21T00:00:00+05:30', until: '2026-11-22T00:00:00+05:30' },
  ],
  ['since=tomorrow&until=2026-02-30', all],
  [`person=${PERSON}`, { ...all, person: PERSON }],
  [`person=${PERSON.slice(0, 35)}`, all],
])('the address ?%s', (address, expected) => {
  expect(filtersIn(new URLSearchParams(address))).toEqual(expected)
})
