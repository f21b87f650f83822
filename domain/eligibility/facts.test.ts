import { expect, test } from 'vitest'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { FACT_TABLES, factColumns, readFacts } from './facts.ts'

test('the kinds whose forms ask for a qualification have facts, in the same folders, with the same fields of the last date', () => {
  const kinds = CONTENT_KINDS.flatMap(({ table, detailFolder, application, formSections }) =>
    formSections.some(({ fields }) => Object.hasOwn(fields, 'qualifications'))
      ? [[table, { folder: detailFolder, lastDate: application?.end }]]
      : [],
  )
  expect(Object.fromEntries(kinds)).toEqual(FACT_TABLES)
  expect(factColumns('admissions')).toContain('application_end')
})

test('facts are read from a row', () => {
  const row = {
    qualifications: ['12th', 'graduate'],
    graduate_fields: ['Law'],
    states: ['bihar'],
    gender: 'female',
    age_min: 18,
    age_max: 30,
    age_as_on: '2026-08-01',
    age_relaxation: true,
    age_relaxations: { obc: 3 },
    apply_end_date: '2026-12-12',
  }
  expect(readFacts('jobs', row)).toEqual({
    qualifications: ['12th', 'graduate'],
    fields: ['Law'],
    states: ['bihar'],
    gender: 'female',
    ageMin: 18,
    ageMax: 30,
    ageDay: '2026-08-01',
    lastDate: '2026-12-12',
    relaxations: { obc: 3 },
    isRelaxed: true,
  })
})

test('an admission has its last date in either field', () => {
  expect(readFacts('admissions', { application_end: '2026-12-01' }).lastDate).toBe('2026-12-01')
  expect(readFacts('admissions', { apply_end_date: 'To be announced', application_end: '2026-12-01' }).lastDate).toBe(
    '2026-12-01',
  )
})

test.each([
  {},
  { qualifications: 'graduate', graduate_fields: {}, states: 7, gender: 'x' },
  { age_min: '18', age_max: -1, age_as_on: 'Before Exam', age_relaxation: 1, age_relaxations: 'obc' },
  { age_min: 1.5, age_max: 1e300, age_as_on: '2026-13-01', qualifications: ['PhD', null], states: [null, 4] },
])('a column that states nothing usable states nothing: %j', (row) => {
  expect(readFacts('jobs', row)).toEqual(readFacts('jobs', {}))
})
