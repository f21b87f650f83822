import { expect, test } from 'vitest'
import { isLastDate, lastDateOf } from './last-date.ts'
import { kindOfTable } from './registry.ts'

test.each([
  ['jobs', { apply_end_date: '2026-11-10' }, 'apply_end_date', '2026-11-10'],
  ['admissions', { application_end: '2026-11-10' }, 'application_end', '2026-11-10'],
  ['admissions', { apply_end_date: '2026-11-09', application_end: '2026-11-10' }, 'apply_end_date', '2026-11-09'],
] as const)('one of %s with %j states its last date in %s', (table, notice, field, day) => {
  expect(lastDateOf(kindOfTable(table), notice)).toEqual({ field, day })
})

test('a notice without a last date, and a kind without applications, have none', () => {
  expect(lastDateOf(kindOfTable('jobs'), { apply_end_date: null })).toBeNull()
  expect(lastDateOf(kindOfTable('results'), { apply_end_date: '2026-11-10' })).toBeNull()
  expect(isLastDate(kindOfTable('jobs'), 'apply_end_date')).toBe(true)
  expect(isLastDate(kindOfTable('jobs'), 'exam_date')).toBe(false)
  expect(isLastDate(kindOfTable('results'), 'apply_end_date')).toBe(false)
})
