import { describe, expect, test } from 'vitest'
import { isInCalendar, monthOf, neighbour, readPeriod, weekOf, weeksOf } from './calendar-period.ts'
import { addDays, weekday } from './dates.ts'

test.each([
  ['2026-11', 'month', '2026-11-01', '2026-11-30'],
  ['2028-02', 'month', '2028-02-01', '2028-02-29'],
  ['2026-w47', 'week', '2026-11-16', '2026-11-22'],
  ['2026-w01', 'week', '2025-12-29', '2026-01-04'],
  ['2026-w53', 'week', '2026-12-28', '2027-01-03'],
  ['2026-11-22', 'day', '2026-11-22', '2026-11-22'],
])('%s is a %s from %s to %s', (name, unit, first, last) => {
  expect(readPeriod(name)).toEqual({ unit, name, first, last })
})

test.each(['', '2026', '2026-13', '2026-00', '2026-w00', '2027-w53', '2026-W47', '2026-02-30', '2026-11-', 'november'])(
  'there is no period %j',
  (name) => expect(readPeriod(name)).toBeNull(),
)

test('every day is in one week, whose name leads back to it', () => {
  for (let day = '2024-12-20'; day < '2029-01-15'; day = addDays(day, 1)) {
    const week = weekOf(day)
    expect([week.first, day, week.last].toSorted()).toEqual([week.first, day, week.last])
    expect(readPeriod(week.name)).toEqual(week)
    expect(weekday(week.first)).toBe(0)
  }
})

describe('neighbours', () => {
  test.each([
    ['2026-12', '2027-01'],
    ['2026-w53', '2027-w01'],
    ['2026-12-31', '2027-01-01'],
  ])('after %s comes %s', (one, other) => {
    expect(neighbour(readPeriod(one)!, 1).name).toBe(other)
    expect(neighbour(readPeriod(other)!, -1).name).toBe(one)
  })
})

test.each([
  ['2024-11', true],
  ['2024-10', false],
  ['2028-11', true],
  ['2028-12', false],
  ['2024-w44', true],
  ['2024-10-31', false],
  ['2028-11-30', true],
])('on 22-11-2026 the calendar has %s: %s', (name, expected) => {
  expect(isInCalendar(readPeriod(name)!, '2026-11-22')).toBe(expected)
})

test('a month has weeks from Monday to Sunday, without the days of other months', () => {
  const weeks = weeksOf(monthOf('2026-11-22'))
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null])
  expect(weeks.flat().filter(Boolean)).toHaveLength(30)
})
