import { describe, expect, test } from 'vitest'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { shownValues, type StoredRow } from './field-value.ts'
import { decidedWith, holdsRow, mergedValues, othersChanges } from './stale-form.ts'

const fields = fieldsOf('jobs')
const shown = (row: StoredRow) => shownValues(fields, { title: 'A', ...row })
const before = shown({ location: 'Bihar', fee_general: 500, exam_date: '2026-11-24' })

test.each<[what: string, theirs: object, mine: object, conflicts: string[], taken: string[]]>([
  ['nothing changed', {}, {}, [], []],
  ['only my change', {}, { title: 'M' }, [], []],
  ['only their change', { title: 'T' }, {}, [], ['title']],
  ['different fields', { title: 'T' }, { location: 'M' }, [], ['title']],
  ['the same field', { title: 'T' }, { title: 'M' }, ['title'], []],
  ['the same change', { title: 'S' }, { title: 'S' }, [], []],
  ['the same day, typed in another format', { exam_date: '2026-12-01' }, { exam_date: '01-12-2026' }, [], []],
  [
    'several fields',
    { title: 'T', fee_general: 0, location: 'T' },
    { title: 'M', exam_date: '' },
    ['title'],
    ['location', 'fee_general'],
  ],
])('othersChanges finds the changes of two admins: %s', (_what, theirs, mine, conflicts, taken) => {
  const current = shown({ location: 'Bihar', fee_general: 500, exam_date: '2026-11-24', ...theirs })
  const versions = { before, current, values: { ...before, ...mine } }
  expect(othersChanges(fields, versions)).toEqual({ conflicts, theirs: taken })
})

describe('mergedValues', () => {
  const current = shown({ title: 'T', location: 'T', fee_general: 0, exam_date: '2026-11-24' })
  const values = { ...before, title: 'M', location: 'M', exam_date: '01-12-2026' }
  const versions = { before, current, values }

  test('mergedValues takes what only the other admin changed, and the chosen version of each conflict', () => {
    expect(mergedValues(fields, versions, new Set(['title']))).toMatchObject({
      title: 'M',
      location: 'T',
      fee_general: '0',
      exam_date: '01-12-2026',
    })
  })
})

describe('a planned time that was typed while the notice was published', () => {
  const scheduled = shown({ state: 'scheduled', publish_at: '2026-12-01T04:30:00Z', hide_at: null, post_time: '' })
  const current = { ...scheduled, state: 'published', publish_at: '', post_time: '01/12/2026 10:00 AM' }
  const values = { ...scheduled, publish_at: '02/12/2026 10:00 AM' }

  test('othersChanges makes the state a decision, too', () => {
    const { conflicts, theirs } = othersChanges(fields, { before: scheduled, current, values })
    expect(conflicts).toEqual(['state', 'publish_at'])
    expect(theirs).toEqual(['post_time'])
    expect(decidedWith('publish_at', conflicts, current)).toEqual(['state', 'publish_at'])
    expect(decidedWith('state', conflicts, current)).toEqual(['state', 'publish_at'])
    expect(decidedWith('title', conflicts, current)).toEqual(['title'])
  })

  test('othersChanges leaves the state alone where the time has a place in it', () => {
    const planned = { ...scheduled, state: 'published', publish_at: '', hide_at: '03/12/2026 10:00 AM' }
    const mine = { ...scheduled, hide_at: '04/12/2026 10:00 AM' }
    const { conflicts, theirs } = othersChanges(fields, { before: scheduled, current: planned, values: mine })
    expect(conflicts).toEqual(['hide_at'])
    expect(theirs).toContain('state')
    expect(decidedWith('hide_at', conflicts, planned)).toEqual(['hide_at'])
  })
})

test('holdsRow is true only for a stored record that has every value of the sent row', () => {
  const stored = { id: 7, title: 'A', selection_process: ['x'], fee_general: 0, post_time: '' }
  expect(holdsRow(stored, { title: 'A', selection_process: ['x'], fee_general: 0, post_time: '' })).toBe(true)
  expect(holdsRow(stored, { title: 'B' })).toBe(false)
  expect(holdsRow(stored, { fee_general: null })).toBe(false)
  expect(holdsRow(stored, { location: null })).toBe(false)
  const numbers = { ...stored, category_fees: { sc: 0, general: 500 } }
  expect(holdsRow(numbers, { category_fees: { general: 500, sc: 0 } })).toBe(true)
  expect(holdsRow(numbers, { category_fees: { general: 500 } })).toBe(false)
})
