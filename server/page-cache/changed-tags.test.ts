import { expect, test } from 'vitest'
import { changedTags } from './changed-tags.ts'

const shared = { sequence: '1', writtenAt: '2026-11-21T00:00:00.000Z' }

function change(kind: 'INSERT' | 'UPDATE' | 'DELETE', table: string, record: object, previous?: object) {
  return {
    ...shared,
    kind,
    table,
    record: JSON.stringify(record),
    previous: previous ? JSON.stringify(previous) : null,
  }
}

test('a change has the tags of its table and of its row', () => {
  expect(changedTags([change('INSERT', 'jobs', { id: 17, recruitment_id: null })])).toEqual(
    new Set(['jobs', 'jobs 17']),
  )
  expect(changedTags([change('DELETE', 'organizations', { id: 4 })])).toEqual(
    new Set(['organizations', 'organizations 4']),
  )
})

test('a notice that moves to another recruitment has the tags of both recruitments', () => {
  const moved = change('UPDATE', 'results', { id: 5, recruitment_id: 2 }, { recruitment_id: 1 })
  expect(changedTags([moved])).toEqual(new Set(['results', 'results 5', 'recruitments 1', 'recruitments 2']))
})

test('a notice that changes otherwise has the tag of its recruitment', () => {
  const renamed = change('UPDATE', 'results', { id: 5, recruitment_id: 2 }, { title: 'Before' })
  expect(changedTags([renamed])).toEqual(new Set(['results', 'results 5', 'recruitments 2']))
})

test('a notice has the tags of the months in which it has or had a date, whatever has changed', () => {
  const job = {
    id: 5,
    title: 'A',
    apply_end_date: '2026-11-30',
    exam_date: '2027-01-10',
    post_time: '2026-12-01 10:00',
  }
  const months = ['calendar 202611', 'calendar 202701']
  expect(changedTags([change('INSERT', 'jobs', job)])).toEqual(new Set(['jobs', 'jobs 5', ...months]))
  expect(changedTags([change('UPDATE', 'jobs', job, { exam_date: '2027-02-01' })])).toEqual(
    new Set(['jobs', 'jobs 5', ...months, 'calendar 202702']),
  )
})

test('changedTags returns null when a bulk change does not name its rows', () => {
  const many = { ...shared, kind: 'MANY', table: 'jobs', record: null, previous: null } as const
  expect(changedTags([change('INSERT', 'results', { id: 1 }), many])).toBeNull()
})
