import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDay } from '#domain/dates.ts'
import { formatNumber } from '#domain/numbers.ts'
import { pastedDay, typedDay } from './typed-day.ts'
import { typedNumber } from './typed-number.ts'

const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a typed date', () => {
  test.each([
    ['2026-11-24', '2026-11-24'],
    ['24-11-2026', '2026-11-24'],
    [' 24-11-2026 ', '2026-11-24'],
    ['29-02-2028', '2028-02-29'],
    ['', null],
    ['   ', null],
    ['To be announced', null],
    ['before exam', null],
    [' WILL BE UPDATED HERE SOON ', null],
    ['31-02-2026', undefined],
    ['2026-02-29', undefined],
    ['31-11-2026', undefined],
    ['2026-13-01', undefined],
    ['00-01-2026', undefined],
    ['01-01-0000', undefined],
    ['31-12-1899', undefined],
    ['1900-01-01', '1900-01-01'],
    ['31-12-2199', '2199-12-31'],
    ['2200-01-01', undefined],
    ['10000-01-01', undefined],
    ['24/11/2026', undefined],
    ['24-11-26', undefined],
    ['4-1-2026', undefined],
    ['2026-11-24T00:00', undefined],
    ['tomorrow', undefined],
    ['To be announced soon', undefined],
  ])('the typed date %j is %j', (text, day) => expect(typedDay(text)).toBe(day))

  test('a typed date means the same as YYYY-MM-DD and as DD-MM-YYYY', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect([typedDay(day), typedDay(formatDay(day))]).toEqual([day, day])
      }),
    )
  })
})

describe('a pasted date', () => {
  test.each([
    ['17/10/2026', '17-10-2026'],
    ['7.1.2026', '07-01-2026'],
    ['17 10 2026', '17-10-2026'],
    ['17 October 2026', '17-10-2026'],
    ['5th Oct., 2026', '05-10-2026'],
    ['1st-Sept-2026', '01-09-2026'],
    ['31/02/2026', null],
    ['10/17/2026', null],
    ['5 Foo 2026', null],
    ['17/10/26', null],
    ['text', null],
    ['', null],
  ])('the pasted date %j becomes %j', (text, day) => expect(pastedDay(text)).toBe(day))
})

describe('a typed number', () => {
  test.each([
    ['0', 0],
    ['45284', 45_284],
    [' 7 ', 7],
    ['1,25,000', 125_000],
    ['125,000', 125_000],
    ['12.0', 12],
    ['007', 7],
    ['2147483647', 2_147_483_647],
    ['', null],
    ['  ', null],
    ['12a', 'not-a-number'],
    ['1e3', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['1,2', 'not-a-number'],
    ['1,,000', 'not-a-number'],
    ['Infinity', 'not-a-number'],
    ['NaN', 'not-a-number'],
    ['-', 'not-a-number'],
    ['₹500', 'not-a-number'],
    ['12.5', 'not-whole'],
    ['1,250.5', 'not-whole'],
    ['.5', 'not-whole'],
    ['-1', 'negative'],
    ['-0.5', 'negative'],
    ['2147483648', 'too-large'],
    ['9'.repeat(400), 'too-large'],
  ])('the typed number %j is %j', (text, number) => expect(typedNumber(text, { isAmount: false })).toBe(number))

  test.each([
    ['₹500', 500],
    ['₹ 1,250/-', 1_250],
    ['500 /-', 500],
    ['0', 0],
    ['250.50', 250.5],
    ['₹1,25,000.05/-', 125_000.05],
    ['.5', 0.5],
    ['0.00', 0],
    ['250.505', 'below-paise'],
    ['250.500', 'below-paise'],
    ['-0.50', 'negative'],
    ['1,2.50', 'not-a-number'],
    ['2147483647.01', 'too-large'],
    ['Rs 500', 'not-a-number'],
  ])('the typed amount %j is %j', (text, number) => expect(typedNumber(text, { isAmount: true })).toBe(number))

  test.each([
    ['152.9758', 152.9758],
    [' 99.1234567 ', 99.1234567],
    ['1,250.5', 1_250.5],
    ['.5', 0.5],
    ['140', 140],
    ['', null],
    ['99.12345678', 'below-marks'],
    ['99.00000000', 'below-marks'],
    ['-0.5', 'negative'],
    ['2147483647.5', 'too-large'],
    ['₹99', 'not-a-number'],
    ['99/-', 'not-a-number'],
    ['99%', 'not-a-number'],
  ])('the typed mark %j is %j', (text, number) =>
    expect(typedNumber(text, { isAmount: false, isMark: true })).toBe(number),
  )

  test('a formatted number parses back to the same number', () => {
    fc.assert(
      fc.property(fc.nat(), (number) => {
        expect(typedNumber(formatNumber(number), { isAmount: false })).toBe(number)
        expect(typedNumber(String(number), { isAmount: false })).toBe(number)
      }),
    )
  })
})
