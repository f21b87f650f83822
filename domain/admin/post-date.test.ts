import { expect, test } from 'vitest'
import { postTimeOnDay } from './post-date.ts'

test.each([
  ['2026-11-20T01:50:00+00:00', '2026-12-01', '01/12/2026 7:20 AM'],
  ['2026-11-19T18:30:00+00:00', '2026-01-31', '31/01/2026 12:00 AM'],
  ['2026-11-20T06:30:00+00:00', '2026-02-28', '28/02/2026 12:00 PM'],
  ['2026-11-20 12:15:30.123456+00', '2027-03-05', '05/03/2027 5:45 PM'],
])('a record posted at %s and moved to %s gets the post time %s', (postedAt, day, stored) =>
  expect(postTimeOnDay(postedAt, day)).toBe(stored),
)
