import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { characters } from '#domain/characters.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import type { Field } from '#domain/content/fields/field.ts'
import { DATE_PLACEHOLDERS } from '#domain/messages.ts'
import { vacancies } from '#domain/vacancies.ts'
import { writtenList } from '#domain/written-list.ts'
import { shownValue, type FieldValue, type VacancyLine } from './field-value.ts'
import { storedValue } from './stored-value.ts'

const jobs = fieldsOf('jobs')
const admissions = fieldsOf('admissions')
const results = fieldsOf('results')

function field(name: string): Field {
  const found = jobs[name] ?? admissions[name] ?? results[name]
  if (!found) throw new Error(`No field ${name}`)
  return found
}

const line = (name: string, posts = '', eligibility = ''): VacancyLine => ({ name, posts, eligibility })

describe('storedValue', () => {
  test.each<[field: string, typed: FieldValue, value: unknown]>([
    ['location', '  Bihar ', 'Bihar'],
    ['location', '', null],
    ['location', '   ', null],
    ['eligibility', 'Class 10\n\nor ITI', 'Class 10\n\nor ITI'],
    ['eligibility', 'a\u0001\u000b\u0085\ufffe\u{1ffff}b\tc', 'ab\tc'],
    ['eligibility', 'NUL\0 and half \ud83d', 'NUL and half \ufffd'],
    ['description', '# Notice\n', '# Notice'],
    ['exam_date', '24-11-2026', '2026-11-24'],
    ['exam_date', '2026-11-24', '2026-11-24'],
    ['exam_date', '', null],
    ...DATE_PLACEHOLDERS.map((text): [string, string, null] => ['exam_date', ` ${text.toUpperCase()} `, null]),
    ['total_posts', '9125', 9125],
    ['total_posts', '0', 0],
    ['total_posts', '', null],
    ['fee_general', '₹500/-', 500],
    ['fee_general', '0', 0],
    ['fee_sc_st', '250', 250],
    ['fee_sc_st', '250.50', 250.5],
    ['fee_female', '0', 0],
    ['fee_obc', '600', 600],
    ['age_min', '18', 18],
    ['age_max', '30', 30],
    ['age_relaxation', 'yes', true],
    ['age_relaxation', 'no', false],
    ['age_relaxation', '', null],
    ['is_featured', 'no', false],
    ['apply_link', ' https://ssc.gov.in/ ', 'https://ssc.gov.in/'],
    ['apply_link', '', null],
    ['organization_id', '7', 7],
    ['organization_id', '', null],
    ['status', 'Date Extend', 'Date Extend'],
    ['post_time', '', ''],
    ['post_time', ' 20/11/2026 9:05 AM ', '20/11/2026 9:05 AM'],
    ['post_time', '2026-11-20', '2026-11-20'],
    ['slug', 'My Own Address!', 'my-own-address'],
    ['slug', '', null],
    ['selection_process', [' Written  test ', '', 'Interview'], ['Written test', 'Interview']],
    ['selection_process', [], null],
    ['selection_process', ['', ' '], null],
    ['required_documents', ['Photo', 'Class 10 (original, copy)'], 'Photo, Class 10 (original, copy)'],
    ['required_documents', ['Photo, signed', 'Class 10'], '["Photo, signed","Class 10"]'],
    ['required_documents', [], null],
    ['post_name', [line('Clerk')], 'Clerk'],
    ['post_name', [line(' Clerk ', '7', 'Any degree')], '[{"name":"Clerk","posts":7,"eligibility":"Any degree"}]'],
    ['post_name', [line('Clerk'), line('', ' '), line('Peon', '0')], '[{"name":"Clerk"},{"name":"Peon","posts":0}]'],
    ['post_name', [line('["Clerk"]')], '[{"name":"[\\"Clerk\\"]"}]'],
    ['post_name', [line('', '', '')], null],
    ['post_name', [], null],
    ['qualifications', ['graduate', '10th', '10th'], ['10th', 'graduate']],
    ['qualifications', ['11th'], null],
    ['qualifications', [], null],
    ['states', ['bihar'], ['bihar']],
    ['graduate_fields', [' Computer  Science ', ''], ['Computer Science']],
    ['graduate_fields', [''], null],
    ['post_group', 'C', 'C'],
    ['gender', '', null],
    ['category_vacancies', { sc: ' 1,200 ', obc: '0', st: '', general: ' ' }, { obc: 0, sc: 1200 }],
    ['category_vacancies', {}, null],
    ['age_relaxations', { obc: '3' }, { obc: 3 }],
    ['category_fees', { general: '₹250.50', pwd: '0' }, { general: 250.5, pwd: 0 }],
    [
      'cutoffs',
      { sc: ' 99.1234567 ', general: '10,000', st: '.5', pwd: '0' },
      { general: 10_000, sc: 99.1234567, st: 0.5, pwd: 0 },
    ],
    ['cutoffs', { general: ' ' }, null],
  ])('the field %s stores %j as %j', (name, typed, value) => expect(storedValue(field(name), typed)).toEqual({ value }))
})

describe('storedValue with an invalid value', () => {
  test.each<[field: string, typed: FieldValue, message: string]>([
    ['title', '', 'Title must not be empty'],
    ['title', ' \n ', 'Title must not be empty'],
    ['title', '\u200b\u2060\u00a0\u202e', 'Title must not be empty'],
    ['title', 'x'.repeat(501), 'Title is too long: 501 of at most 500 characters'],
    ['location', '🚆'.repeat(2_001), 'Location is too long: 2,001 of at most 2,000 characters'],
    ['exam_date', '31-11-2026', 'Invalid date format for Exam date: 31-11-2026'],
    ['exam_date', '24/11/2026', 'Invalid date format for Exam date: 24/11/2026'],
    ['fee_payment_date', ' soon ', 'Invalid date format for Last date to pay the fee: soon'],
    ['post_time', 'yesterday', 'Invalid date format for Post time: yesterday'],
    ['post_time', '31/02/2026 9:05 AM', 'Invalid date format for Post time: 31/02/2026 9:05 AM'],
    ['total_posts', 'many', 'Total posts must be a number: many'],
    ['total_posts', '1.5', 'Total posts must be a whole number: 1.5'],
    ['fee_general', '-1', 'Fee: General/OBC must not be negative: -1'],
    ['fee_general', '250.505', 'Fee: General/OBC must have at most two decimals: 250.505'],
    ['age_min', '2147483648', 'Minimum age is too large: 2147483648'],
    ['apply_link', 'www.ssc.gov.in', 'Apply link must be a web address that starts with http:// or https://'],
    ['apply_link', 'javascript:alert(1)', 'Apply link must be a web address that starts with http:// or https://'],
    ['is_featured', '', 'Featured must not be empty'],
    ['post_name', [line('Clerk'), line('', '7')], 'Posts, line 2: the name is missing'],
    ['post_name', [line('Clerk', 'some')], 'Posts, line 1 must be a number: some'],
    ['category_vacancies', { obc: '1.5' }, 'Posts or seats by category, OBC must be a whole number: 1.5'],
    ['category_vacancies', { st: '10000001' }, 'Posts or seats by category, ST is too large: 10000001'],
    ['age_relaxations', { pwd: '51' }, 'Years of relaxation, PwD is too large: 51'],
    ['category_fees', { general: 'free' }, 'Fees by category, General must be a number: free'],
    ['cutoffs', { st: '10000.0000001' }, 'Cut-off by category, ST is too large: 10000.0000001'],
    ['cutoffs', { obc: '99.12345678' }, 'Cut-off by category, OBC must have at most seven decimals: 99.12345678'],
    ['cutoffs', { obc: '-0.5' }, 'Cut-off by category, OBC must not be negative: -0.5'],
    ['cutoffs', { obc: '₹99' }, 'Cut-off by category, OBC must be a number: ₹99'],
    [
      'graduate_fields',
      ['Law', 'x'.repeat(61)],
      'Subjects of the degree, line 2 is too long: 61 of at most 60 characters',
    ],
    ['graduate_fields', Array.from({ length: 21 }, () => 'Law'), 'Subjects of the degree must have at most 20 lines'],
    ['selection_process', ['x'.repeat(20_000)], 'Selection process is too long: 20,004 of at most 20,000 characters'],
  ])('the field %s rejects %j: %s', (name, typed, error) => expect(storedValue(field(name), typed)).toEqual({ error }))
})

test('characters are counted as PostgreSQL counts them', () => {
  expect(characters('a🚆यी')).toBe(4)
  const title = '🚆'.repeat(500)
  expect(storedValue(field('title'), title)).toEqual({ value: title })
})

describe('a stored value', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replace(/\s+/g, ' ').trim())
  const words = fc.array(word.filter(Boolean), { maxLength: 6 })

  test('a stored list of items with commas, brackets and quotes parses back to the same items', () => {
    const item = fc.stringMatching(/^[a-c ,()[\]"\\]{1,12}$/).map((text) => text.trim().replace(/ +/g, ' '))
    fc.assert(
      fc.property(fc.array(fc.oneof(item, word).filter(Boolean), { maxLength: 5 }), (items) => {
        for (const name of ['selection_process', 'required_documents']) {
          const stored = storedValue(field(name), items)
          expect(stored).toHaveProperty('value')
          expect(writtenList('value' in stored ? stored.value : 'none')).toEqual(items)
        }
      }),
    )
  })

  test('a stored table of vacancies is shown as it was typed', () => {
    const post = fc.record({
      name: word.filter(Boolean),
      posts: fc.option(fc.nat()),
      eligibility: fc.option(word.filter(Boolean)),
    })
    fc.assert(
      fc.property(fc.array(post, { maxLength: 4 }), (posts) => {
        const lines = posts.map(({ name, posts: number, eligibility }) =>
          line(name, String(number ?? ''), eligibility ?? ''),
        )
        const stored = storedValue(field('post_name'), lines)
        expect(stored).toHaveProperty('value')
        const value = 'value' in stored ? stored.value : 'none'
        expect(vacancies(value)).toEqual(posts)
        expect(shownValue(field('post_name'), value)).toEqual(lines)
      }),
    )
  })

  test('a stored cut-off is shown as it was announced, with all its decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (number) => {
        const value = { general: Number(`${number}e-7`) }
        expect(storedValue(field('cutoffs'), shownValue(field('cutoffs'), value))).toEqual({ value })
      }),
    )
  })

  test('the shown value of any other field is stored as the same value again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(jobs)),
        fc.oneof(word, fc.constantFrom('yes', '7', '2026-11-24', 'https://a.in')),
        words,
        (of, text, items) => {
          if (of.type === 'vacancies' || of.type.endsWith('-by-category')) return
          const stored = storedValue(of, of.type === 'list' || of.type === 'choices' ? items : text)
          if ('error' in stored) return
          expect(storedValue(of, shownValue(of, stored.value))).toEqual(stored)
        },
      ),
    )
  })
})

test.each([
  ['exam_date', '2026-11-24', '24-11-2026'],
  ['exam_date', null, ''],
  ['age_relaxation', true, 'yes'],
  ['age_relaxation', false, 'no'],
  ['age_relaxation', null, ''],
  ['fee_general', 0, '0'],
  ['fee_general', 250, '250'],
  ['fee_general', 250.5, '250.50'],
  ['organization_id', 7, '7'],
  ['post_time', '2026-11-20', '2026-11-20'],
  ['selection_process', 'Written test, Interview', ['Written test', 'Interview']],
  ['selection_process', ['Written test'], ['Written test']],
  ['post_name', 'Clerk', [line('Clerk')]],
  ['post_name', '[{"name":"Clerk","posts":7}]', [line('Clerk', '7')]],
  ['title', 'Notice', 'Notice'],
  ['qualifications', ['10th', 'iti'], ['10th', 'iti']],
  ['qualifications', null, []],
  ['gender', null, ''],
  ['category_fees', { sc: 0, general: 250.5 }, { general: '250.50', sc: '0' }],
  ['cutoffs', { sc: 1e-7, general: 152.9758, obc: 9125 }, { general: '152.9758', obc: '9125', sc: '0.0000001' }],
  ['category_vacancies', null, {}],
])('the field %s shows the stored value %j as %j', (name, stored, shown) =>
  expect(shownValue(field(name), stored)).toEqual(shown),
)
