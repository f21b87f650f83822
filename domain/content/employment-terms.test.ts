import { expect, test } from 'vitest'
import { baseSalary, employmentTypes } from './employment-terms.ts'
import type { Notice } from './notice.ts'

const silent: Notice = {
  id: 1,
  slug: 'ssc-cgl',
  title: 'SSC CGL 2026',
  status: 'Start',
  created_at: '2026-11-01T00:00:00.000Z',
  posted_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
  organization: null,
  category: null,
}

test.each<[string, Partial<Notice>, string[]]>([
  ['a title of apprentices', { title: 'RRC Act Apprentice 2026' }, ['INTERN']],
  ['contractual posts', { eligibility: 'Graduates. Posts are contractual for the project period.' }, ['CONTRACTOR']],
  ['a contract basis', { description: 'Engagement is on a purely contract basis.' }, ['CONTRACTOR']],
  ['two types', { description: 'Some posts are part-time, other posts are full time.' }, ['FULL_TIME', 'PART_TIME']],
  ['an ad hoc basis', { description: 'Lecturers are appointed on ad hoc basis' }, ['TEMPORARY']],
  ['a wage by day', { description: 'Helpers are engaged on daily wages' }, ['PER_DIEM']],
  ['nothing', {}, []],
  ['a requirement', { eligibility: 'ITI or an apprenticeship' }, []],
  ['experience', { eligibility: 'Two years of experience on full-time basis, or on contract' }, []],
  ['the opposite', { description: 'The posts are not contractual.' }, []],
  ['a subject', { title: 'JE (Quantity Surveying & Contracts)' }, []],
  ['an officer who trains', { title: 'LIC Apprentice Development Officer 2026' }, []],
])('the types of employment are those that a notice states: %s', (_, texts, types) => {
  expect(employmentTypes({ ...silent, ...texts })).toEqual(types)
})

test.each<[string, object]>([
  ['Salary: ₹35,400 to ₹1,12,400 per month', { minValue: 35_400, maxValue: 112_400, unitText: 'MONTH' }],
  ['- **Pay scale:** Rs. 35,400 - 1,12,400 per month', { minValue: 35_400, maxValue: 112_400, unitText: 'MONTH' }],
  ['| Stipend | ₹7,700/- per month |', { value: 7_700, unitText: 'MONTH' }],
  ['Remuneration: INR 6.5 a day', { value: 6.5, unitText: 'DAY' }],
  ['Emoluments: ₹12,00,000 per annum', { value: 1_200_000, unitText: 'YEAR' }],
])('the line %j is the pay', (line, value) => {
  const description = `## About\n\n${line}\n\nMore.`
  expect(baseSalary({ ...silent, description })).toEqual({
    '@type': 'MonetaryAmount',
    currency: 'INR',
    value: { '@type': 'QuantitativeValue', ...value },
  })
})

test.each([
  '',
  'Salary: as per rules',
  'Salary: ₹35,400',
  'Salary: 35,400 per month',
  'Salary: ₹50,000 to ₹20,000 per month',
  'Pay the fee of ₹500 a year before you apply.',
  'Family income: ₹8,00,000 per annum',
  'Salary: ₹35,400 per month\nStipend: ₹7,000 per month',
])('nothing is made of the text %j', (description) => expect(baseSalary({ ...silent, description })).toBeNull())
