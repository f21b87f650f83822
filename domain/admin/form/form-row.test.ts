import { describe, expect, test } from 'vitest'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { shownValues, startValues, type FormValues } from './field-value.ts'
import { changedColumns, changedRow, newRow, type RowValues } from './form-row.ts'

const jobs = fieldsOf('jobs')
const now = Date.parse('2026-11-20T18:31:00Z')
const options = { now, nameless: 'job' }
const start = startValues(jobs)

describe('a new record', () => {
  test('a new record has exactly the columns that an admin may write', () => {
    const { row, errors } = newRow(jobs, { ...start, title: 'SSC CGL 2026' }, options)
    expect(errors).toEqual({})
    expect(Object.keys(row).sort()).toEqual(Object.keys(jobs).sort())
    expect(row).toMatchObject({
      title: 'SSC CGL 2026',
      slug: 'ssc-cgl-2026',
      status: 'active',
      post_time: '21/11/2026 12:01 AM',
      is_featured: false,
      is_quick_link: false,
      age_relaxation: null,
      fee_general: null,
      post_name: null,
    })
  })

  test('a new record retains the given post time and slug', () => {
    const values = { ...start, title: 'SSC CGL', slug: 'Own Slug', post_time: '2026-11-01' }
    expect(newRow(jobs, values, options).row).toMatchObject({ slug: 'own-slug', post_time: '2026-11-01' })
  })

  test('a new record whose title has no letters gets its kind as slug', () => {
    expect(newRow(jobs, { ...start, title: '🚆' }, options).row['slug']).toBe('job')
  })

  test('the form of a new record starts with the defaults of its table', () => {
    expect(startValues(fieldsOf('results'))['status']).toBe('published')
    expect(startValues(fieldsOf('organizations'))['is_active']).toBe('yes')
    expect(startValues(fieldsOf('categories'))['sort_order']).toBe('0')
  })

  test('a new record reports all invalid fields at once', () => {
    const values = { ...start, exam_date: '31-11-2026', fee_general: 'free', apply_link: 'ssc.gov.in' }
    expect(Object.keys(newRow(jobs, values, options).errors)).toEqual([
      'title',
      'exam_date',
      'fee_general',
      'apply_link',
    ])
  })
})

describe('a planned record', () => {
  const planned = (changes: FormValues) => newRow(jobs, { ...start, title: 'Planned', ...changes }, options)

  test.each<[what: string, changes: FormValues, row: object]>([
    ['a draft has no post time yet', { state: 'draft' }, { state: 'draft', post_time: '' }],
    ['a hidden notice has one', { state: 'hidden' }, { state: 'hidden', post_time: '21/11/2026 12:01 AM' }],
    [
      'midnight in India is the day before in Greenwich',
      { state: 'scheduled', publish_at: '2026-11-22T00:00', hide_at: '2026-11-22T00:01' },
      { publish_at: '2026-11-21T18:30:00.000Z', hide_at: '2026-11-21T18:31:00.000Z', post_time: '' },
    ],
  ])('%s', (_what, changes, row) => {
    expect(planned(changes)).toMatchObject({ row, errors: {} })
  })

  test.each<[what: string, changes: FormValues, errors: object]>([
    ['no time to publish', { state: 'scheduled' }, { publish_at: 'Publish at must not be empty' }],
    [
      'a time to publish that has come',
      { state: 'scheduled', publish_at: '2026-11-21T00:01' },
      { publish_at: 'Publish at is in the past: choose Published to publish it now' },
    ],
    [
      'hidden when it is published',
      { state: 'scheduled', publish_at: '2026-11-22T00:00', hide_at: '2026-11-22T00:00' },
      { hide_at: 'Hide at must be after Publish at' },
    ],
    [
      'a time to hide that has come',
      { state: 'published', hide_at: '2026-11-20T09:00' },
      { hide_at: 'Hide at is in the past: choose Hidden to hide it now' },
    ],
    [
      'times that the state does not have',
      { state: 'draft', publish_at: '2020-01-01T00:00', hide_at: '2020-01-01T00:00' },
      {},
    ],
  ])('%s', (_what, changes, errors) => {
    expect(planned(changes).errors).toEqual(errors)
  })

  test('a stored plan whose time has come does not prevent the change of another field', () => {
    const before = shownValues(jobs, { title: 'A', state: 'scheduled', publish_at: '2026-11-01T00:00:00Z' })
    expect(before['publish_at']).toBe('01/11/2026 5:30 AM')
    expect(changedRow(jobs, { before, values: { ...before, title: 'B' } }, options)).toEqual({
      row: { title: 'B' },
      errors: {},
    })
  })
})

describe('a changed record', () => {
  const stored = {
    title: 'SSC CGL 2026',
    slug: 'an-old-slug',
    status: 'Start',
    post_time: 'unreadable',
    exam_date: '2026-11-24',
    fee_general: 0,
    age_relaxation: null,
    selection_process: 'Written test, Interview',
    post_name: 'Clerk',
    is_featured: null,
    apply_link: 'https://ssc.gov.in',
  }
  const before = shownValues(jobs, stored)
  const changed = (changes: FormValues) => changedRow(jobs, { before, values: { ...before, ...changes } }, options)

  test.each<[changes: FormValues, row: RowValues]>([
    [{}, {}],
    [{ title: ' SSC CGL 2026 ' }, {}],
    [{ exam_date: '2026-11-24' }, {}],
    [{ exam_date: '25-11-2026' }, { exam_date: '2026-11-25' }],
    [{ exam_date: 'To be announced' }, { exam_date: null }],
    [{ title: 'SSC CGL 2027' }, { title: 'SSC CGL 2027' }],
    [{ slug: 'a-new-slug' }, { slug: 'a-new-slug' }],
    [{ slug: '' }, { slug: 'ssc-cgl-2026' }],
    [{ fee_general: '' }, { fee_general: null }],
    [{ fee_general: '0.0' }, {}],
    [{ post_time: '' }, { post_time: '' }],
    [{ age_relaxation: 'no' }, { age_relaxation: false }],
    [{ selection_process: ['Written test', 'Interview'] }, {}],
    [{ selection_process: ['Interview', 'Written test'] }, { selection_process: ['Interview', 'Written test'] }],
    [
      { apply_link: '', status: 'inactive' },
      { status: 'inactive', apply_link: null },
    ],
  ])('changing %j in a stored record sends %j', (changes, row) => expect(changed(changes)).toEqual({ row, errors: {} }))

  test('only the changed fields of a stored record are validated', () => {
    expect(changed({ title: 'New', exam_date: '31-11-2026' }).errors).toEqual({
      exam_date: 'Invalid date format for Exam date: 31-11-2026',
    })
    expect(changed({ post_time: 'unreadable too' }).errors).toHaveProperty('post_time')
  })

  test('a field whose value cannot be stored counts as changed', () => {
    expect(changedColumns(jobs, before, { ...before, exam_date: 'x', fee_general: '0', title: '' })).toEqual([
      'title',
      'exam_date',
    ])
  })
})
