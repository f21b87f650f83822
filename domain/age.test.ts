import { expect, test } from 'vitest'
import { afterMonths, ageOn, ageText } from './age.ts'

test.each([
  // born, on, age
  ['2000-01-01', '2000-01-01', '0 days'],
  ['2000-01-01', '2000-01-02', '1 day'],
  ['2000-01-01', '2000-01-31', '30 days'],
  ['2000-01-01', '2000-02-01', '1 month'],
  ['2000-01-01', '2000-12-31', '11 months 30 days'],
  ['2000-01-01', '2001-01-01', '1 year'],
  ['1996-08-02', '2026-08-01', '29 years 11 months 30 days'],
  ['1996-08-01', '2026-08-01', '30 years'],
  ['1996-07-31', '2026-08-01', '30 years 1 day'],
  ['1996-06-01', '2026-08-01', '30 years 2 months'],
  // A month without the day of birth ends the month of life with its last day.
  ['2001-01-31', '2001-02-28', '28 days'],
  ['2001-01-31', '2001-03-01', '1 month'],
  ['2001-01-31', '2001-03-31', '2 months'],
  ['2001-05-31', '2001-06-30', '30 days'],
  ['2001-05-31', '2001-07-01', '1 month'],
  // Born on 29 February.
  ['2004-02-29', '2022-02-28', '17 years 11 months 30 days'],
  ['2004-02-29', '2022-03-01', '18 years'],
  ['2004-02-29', '2024-02-28', '19 years 11 months 30 days'],
  ['2004-02-29', '2024-02-29', '20 years'],
  ['2004-02-28', '2024-02-29', '20 years 1 day'],
  ['2004-03-01', '2024-02-29', '19 years 11 months 28 days'],
])('who is born on %s is on %s %s old', (born, on, age) => {
  expect(ageText(ageOn(born, on))).toBe(age)
})

test.each([
  ['2026-08-01', 0, '2026-08-01'],
  ['2026-11-30', 2, '2027-01-30'],
  ['2026-11-30', 3, '2027-03-01'],
  ['2026-12-31', 12, '2027-12-31'],
  ['2024-02-29', 12, '2025-03-01'],
  ['2024-02-29', 48, '2028-02-29'],
])('%s and %i months later: %s', (day, months, later) => {
  expect(afterMonths(day, months)).toBe(later)
})
