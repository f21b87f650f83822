import { describe, expect, test } from 'vitest'
import {
  cardDate,
  cardDateWithYear,
  clockTime,
  compareTimestamps,
  dayAndTime,
  daysBetween,
  formatDay,
  indianDay,
  isDay,
  isoTimestamp,
  knownDay,
  longDay,
  relativeDay,
  untilIndianMidnight,
} from './dates.ts'

describe('the day in India', () => {
  test.each([
    ['2026-11-20T18:29:59Z', '2026-11-20'],
    ['2026-11-20T18:30:00Z', '2026-11-21'],
    ['2026-11-20 18:30:00+00', '2026-11-21'],
    ['2026-12-31T23:59:59+05:30', '2026-12-31'],
    ['2027-01-01T00:00:00+05:30', '2027-01-01'],
    ['2028-02-29T12:00:00+05:30', '2028-02-29'],
  ])('at %s is %s', (timestamp, day) => expect(indianDay(timestamp)).toBe(day))

  test('changes after untilIndianMidnight', () => {
    const now = Date.parse('2026-11-20T10:00:00Z')
    expect(untilIndianMidnight(now)).toBe(8.5 * 3_600_000)
    expect(indianDay(now + untilIndianMidnight(now))).toBe('2026-11-21')
    expect(indianDay(now + untilIndianMidnight(now) - 1)).toBe('2026-11-20')
  })
})

test.each([
  ['2026-11-20 10:12:52+00', '2026-11-20T10:12:52+00:00'],
  ['2026-11-20 10:12:52.123456+05:30', '2026-11-20T10:12:52.123456+05:30'],
  ['2026-11-20T10:12:52Z', '2026-11-20T10:12:52Z'],
])('the printed timestamp %s is %s in ISO 8601', (printed, iso) => expect(isoTimestamp(printed)).toBe(iso))

test('timestamps are compared in any notation', () => {
  expect(compareTimestamps('2026-11-20 10:00:00+00', '2026-11-20T10:00:00.000Z')).toBe(0)
  expect(compareTimestamps('2026-11-20T10:00:00Z', '2026-11-20T10:00:00.5Z')).toBeLessThan(0)
})

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2028-02-29', true],
  ['2026-02-31', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['28-02-2026', false],
  ['', false],
  [null, false],
  [20260228, false],
  ['0005-14-14', false],
  ['2026-11-2x', false],
])('the text %s is a day: %s', (text, expected) => expect(isDay(text)).toBe(expected))

test.each([
  ['2026-11-24', '2026-11-24'],
  [' 2026-11-24 ', '2026-11-24'],
  ['2026-11-24T00:00:00+00:00', '2026-11-24'],
  ['To be announced', null],
  [' to be ANNOUNCED ', null],
  ['Before Exam', null],
  ['Will be updated here soon', null],
  ['next week', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the date field %j is known as %j', (value, day) => expect(knownDay(value)).toBe(day))

test('days are shown as DD-MM-YYYY', () => expect(formatDay('2026-11-24')).toBe('24-11-2026'))

test.each([
  ['2026-11-20', 'today'],
  ['2026-11-21', 'tomorrow'],
  ['2026-11-19', 'yesterday'],
  ['2026-11-24', 'in 4 days'],
  ['2026-10-17', '34 days ago'],
  ['2030-11-20', 'in 1,461 days'],
])('relative to 2026-11-20, %s is %s', (day, text) => expect(relativeDay(day, '2026-11-20')).toBe(text))

test('days between count across a leap day', () => {
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
  expect(daysBetween('2028-03-01', '2028-02-28')).toBe(-2)
})

test('card dates are what Intl prints for en-GB in Kolkata, all year round', () => {
  const intl = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', timeZone: 'Asia/Kolkata' })
  for (let day = 0; day < 366; day += 1) {
    const timestamp = Date.UTC(2028, 0, 1 + day, 18, 29)
    expect(cardDate(timestamp)).toBe(intl.format(timestamp))
  }
})

test('dates on search results have the year in India', () => {
  expect(cardDateWithYear('2026-12-31T18:29:59Z')).toBe('31 Dec 2026')
  expect(cardDateWithYear('2026-12-31T18:30:00Z')).toBe('01 Jan 2027')
})

test.each([
  ['2026-11-20T00:00:00+05:30', '12:00 AM'],
  ['2026-11-20T00:05:00+05:30', '12:05 AM'],
  ['2026-11-20T12:00:00+05:30', '12:00 PM'],
  ['2026-11-20T23:59:00+05:30', '11:59 PM'],
])('the clock at %s shows %s', (timestamp, text) => expect(clockTime(timestamp)).toBe(text))

test('a timestamp is shown with its day and time', () =>
  expect(dayAndTime('2026-11-20 01:50:00+00')).toBe('20-11-2026 7:20 AM'))

test('a long day names its weekday', () => expect(longDay('2026-11-20')).toBe('Fri 20 November 2026'))
