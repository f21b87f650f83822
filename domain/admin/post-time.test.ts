import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePostTime, formatPostTime } from './post-time.ts'

describe('parsePostTime', () => {
  test.each([
    ['20/11/2026 9:05 AM', '2026-11-20T03:35:00Z'],
    ['20/11/2026 12:00 AM', '2026-11-19T18:30:00Z'],
    ['20/11/2026 12:30 pm', '2026-11-20T07:00:00Z'],
    [' 20/11/2026  09:05AM ', '2026-11-20T03:35:00Z'],
    ['2026-11-20', '2026-11-19T18:30:00Z'],
    ['2026-11-20T10:00', '2026-11-20T04:30:00Z'],
    ['2026-11-20 10:00:30.5', '2026-11-20T04:30:30.500Z'],
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z'],
    ['2026-11-20T10:00:00+05:30', '2026-11-20T04:30:00Z'],
    ['2026-11-20t10:00-0730', '2026-11-20T17:30:00Z'],
    ['2026-11-20 10:00 -00:30', '2026-11-20T10:30:00Z'],
    ['2026-11-20T10:00+05', '2026-11-20T05:00:00Z'],
  ])('the post time %j means %s', (text, timestamp) => expect(parsePostTime(text)).toBe(Date.parse(timestamp)))

  test.each([
    '',
    'now',
    '31/02/2026 9:05 AM',
    '20/13/2026 9:05 AM',
    '20/11/2026 13:05 PM',
    '20/11/2026 0:05 AM',
    '20/11/2026 9:60 AM',
    '20/11/2026 9:05',
    '20-11-2026 9:05 AM',
    '20-11-2026',
    '2026-02-29',
    '0000-01-01',
    '2026-11-20T24:00',
    '2026-11-20T10:00:60',
    '2026-11-20T10:00+16',
    '2026-11-20T10:00+05:60',
    '\t2026-11-20',
  ])('the post time %j is rejected', (text) => expect(parsePostTime(text)).toBe(null))
})

test('a timestamp is formatted as DD/MM/YYYY h:mm AM|PM in Indian time, also when the UTC day differs', () => {
  expect(formatPostTime(Date.parse('2026-11-20T18:29:59Z'))).toBe('20/11/2026 11:59 PM')
  expect(formatPostTime(Date.parse('2026-11-20T18:30:00Z'))).toBe('21/11/2026 12:00 AM')
  expect(formatPostTime('2026-01-05 06:30:00+00')).toBe('05/01/2026 12:00 PM')
})

test('a formatted post time parses back to the same minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 7_258_118_400 }), (second) => {
      expect(parsePostTime(formatPostTime(second * 1_000))).toBe(Math.floor(second / 60) * 60_000)
    }),
  )
})
