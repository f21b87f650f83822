import { expect, test } from 'vitest'
import { countOf, formatNumber, formatRupees, inWords } from './numbers.ts'

test('numbers use Indian grouping', () => {
  expect(formatNumber(9125)).toBe('9,125')
  expect(formatNumber(12500000)).toBe('1,25,00,000')
})

test.each([
  [0, 'Free'],
  [100, '₹100'],
  [125000, '₹1,25,000'],
  [250.5, '₹250.50'],
  [125000.05, '₹1,25,000.05'],
])('%d rupees are shown as %s', (amount, text) => expect(formatRupees(amount)).toBe(text))

test.each([
  [0, '0 jobs'],
  [1, '1 job'],
  [39, '39 jobs'],
  [10_000, '10,000 jobs'],
  [10_001, '10,000+ jobs'],
])('the count of %d jobs is %s', (total, text) =>
  expect(countOf(total, { singular: 'job', plural: 'jobs', cap: 10_000 })).toBe(text),
)

test.each([
  [7, 'seven'],
  [12, 'twelve'],
  [1_300, '1,300'],
])('the number %d in a sentence is %s', (value, text) => expect(inWords(value)).toBe(text))
