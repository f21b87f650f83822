import { expect, test } from 'vitest'
import { numbersByCategory } from './categories-of-applicants.ts'

const stored: [what: string, stored: unknown, numbers: object][] = [
  ['numbers', { sc: 5, obc: 0 }, { obc: 0, sc: 5 }],
  ['paise', { general: 250.5 }, { general: 250.5 }],
  ['nothing', null, {}],
  ['a missing column', undefined, {}],
  ['a text', '{"obc": 3}', {}],
  ['a list', [3], {}],
  [
    'unknown categories and no numbers',
    { obc: '3', st: null, others: 4, constructor: 5, sc: Number.NaN, ews: 2 },
    { ews: 2 },
  ],
]

test.each(stored)('the numbers by category of %s', (_what, value, numbers) => {
  expect(numbersByCategory(value)).toEqual(numbers)
})

test('the numbers are in the order of the categories', () => {
  expect(Object.keys(numbersByCategory({ female: 1, st: 2, general: 3 }))).toEqual(['general', 'st', 'female'])
})
