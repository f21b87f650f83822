import { expect, test } from 'vitest'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { differences, versionsAfter, type RowChange } from './versions.ts'

const current = { title: 'C', total_posts: 5, apply_end_date: '2026-11-20' }
const changes: RowChange[] = [
  { id: 9, operation: 'update', before: { title: 'B', total_posts: null }, after: { title: 'C', total_posts: 5 } },
  { id: 8, operation: 'insert', before: null, after: { title: 'B', total_posts: null, apply_end_date: '2026-11-20' } },
  { id: 7, operation: 'delete', before: { title: 'A', total_posts: 1, apply_end_date: null }, after: null },
  { id: 6, operation: 'update', before: { total_posts: 2 }, after: { total_posts: 1 } },
  { id: 5, operation: 'insert', before: null, after: { title: 'A', total_posts: 2, apply_end_date: null } },
]

test('the versions of a row follow from the present one, also before it was deleted and restored', () => {
  expect(Object.fromEntries(versionsAfter(current, changes))).toEqual({
    9: current,
    8: { title: 'B', total_posts: null, apply_end_date: '2026-11-20' },
    6: { title: 'A', total_posts: 1, apply_end_date: null },
    5: { title: 'A', total_posts: 2, apply_end_date: null },
  })
})

test('a hidden notice is a state of the form with a badge of its own', () => {
  const shown = { title: 'A', state: 'hidden', status: 'Out' }
  const statuses: RowChange[] = [
    { id: 4, operation: 'update', before: { status: 'Out' }, after: { status: 'inactive' } },
    { id: 3, operation: 'update', before: { status: 'inactive' }, after: { status: 'Out' } },
    { id: 2, operation: 'update', before: { status: null }, after: { status: 'inactive' } },
    { id: 1, operation: 'insert', before: null, after: { title: 'A', status: null } },
  ]
  expect(Object.fromEntries(versionsAfter(shown, statuses))).toEqual({
    4: shown,
    3: { title: 'A', state: 'published', status: 'Out' },
    2: { title: 'A', state: 'hidden', status: 'Out' },
    1: { title: 'A', state: 'published', status: null },
  })
  const found = differences(fieldsOf('jobs'), { title: 'A', state: 'published', status: 'Out' }, shown)
  expect(found.columns).toEqual(['state'])
})

test('a planned notice has the state, the badge and the times that were recorded', () => {
  const current = { title: 'A', state: 'published', status: 'Out', publish_at: null, hide_at: null }
  const scheduled = { state: 'scheduled', status: 'Start', publish_at: '2026-12-01T04:30:00+00:00' }
  const plans: RowChange[] = [
    { id: 3, operation: 'update', before: scheduled, after: { state: 'published', status: 'Out', publish_at: null } },
    { id: 2, operation: 'update', before: { state: 'draft', publish_at: null }, after: scheduled },
    { id: 1, operation: 'update', before: { title: 'B' }, after: { title: 'A' } },
  ]
  expect(Object.fromEntries(versionsAfter(current, plans))).toEqual({
    3: current,
    2: { ...current, ...scheduled },
    1: { ...current, state: 'draft', status: 'Start' },
  })
})

test('two versions differ in the fields of the form, in its order and as it shows them', () => {
  const found = differences(fieldsOf('jobs'), { title: 'A', view_count: 1, apply_end_date: '2026-11-17' }, current)
  expect(found.columns).toEqual(Object.keys(fieldsOf('jobs')).filter((column) => column in current))
  expect(found.of['apply_end_date']).toBe('17-11-2026')
})
