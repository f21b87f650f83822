import { describe, expect, test } from 'vitest'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { shownValues, type StoredRow } from './field-value.ts'
import { decidedWith, holdsRow, mergedValues, othersChanges, stateByPlan } from './stale-form.ts'

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

describe('stateByPlan', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  const times = { publish_at: '2026-11-20T09:00:00Z', hide_at: '2026-11-20T09:30:00Z' }
  const scheduled = { status: 'active', state: 'scheduled', ...times, hide_at: null, post_time: '' }
  const published = { ...scheduled, state: 'published', publish_at: null, post_time: '20/11/2026 2:30 PM' }
  const hidden = { ...published, state: 'hidden' }
  const both = { ...scheduled, ...times }

  test.each<[what: string, before: StoredRow, current: StoredRow, state: string | null]>([
    ['its time to be published has come', scheduled, published, 'published'],
    [
      'it has a post time of its own',
      { ...scheduled, post_time: '01/11/2026 9:00 AM' },
      { ...published, post_time: '01/11/2026 9:00 AM' },
      'published',
    ],
    [
      'it is published until later',
      { ...both, hide_at: '2026-11-21T09:30:00Z' },
      { ...published, hide_at: '2026-11-21T09:30:00Z' },
      'published',
    ],
    ['its time to be hidden has come', { ...published, hide_at: times.hide_at }, hidden, 'hidden'],
    ['both times have come', both, hidden, 'hidden'],
    ['only the first one of both is done', both, { ...published, hide_at: times.hide_at }, 'published'],
    ['it was published before its time', { ...scheduled, publish_at: '2026-11-20T11:00:00Z' }, published, null],
    ['somebody has changed something else, too', scheduled, { ...published, location: 'Goa' }, null],
    ['somebody has changed its badge', scheduled, { ...published, status: 'Start' }, null],
    ['somebody has hidden it at its time', scheduled, hidden, null],
    ['somebody has planned another time', scheduled, { ...scheduled, publish_at: '2026-11-22T09:00:00Z' }, null],
    ['it has no plan', { ...published, hide_at: null }, { ...published, location: 'Goa' }, null],
  ])('what the plan has done is told from what people do: %s', (_what, loaded, current, state) => {
    expect(stateByPlan(fields, { before: shown(loaded), current: shown(current) }, now)).toBe(state)
  })
})
