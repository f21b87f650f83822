import { expect, test } from 'vitest'
import { includes, isQualification, QUALIFICATIONS } from './qualifications.ts'

const held: [held: string, includedOnes: string][] = [
  ['8th', '8th'],
  ['10th', '8th 10th'],
  ['12th', '8th 10th 12th'],
  ['iti', '8th 10th iti'],
  ['diploma', '8th 10th diploma'],
  ['graduate', '8th 10th 12th graduate'],
  ['postgraduate', '8th 10th 12th graduate postgraduate'],
  ['professional', '8th 10th 12th graduate professional'],
]

test.each(held)('who has %s may apply where one of these is asked for: %s', (name, included) => {
  const found = QUALIFICATIONS.filter(({ value }) => isQualification(name) && includes(name, value))
  expect(found.map(({ value }) => value).join(' ')).toBe(included)
})

test('every qualification is tested above, the lowest first', () => {
  expect(QUALIFICATIONS.map(({ value }) => value)).toEqual(held.map(([name]) => name))
})

test.each(['', 'Graduate', 'toString', '11th'])('%j names no qualification', (text) => {
  expect(isQualification(text)).toBe(false)
})
