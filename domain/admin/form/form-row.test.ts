import { describe, expect, test } from 'vitest'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { shownValues, startValues, type FormValues } from './field-value.ts'
import { changedColumns, changedRow, newRow } from './form-row.ts'

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
  const changed = (changes: FormValues) => changedRow(jobs, { before, values: { ...before, ...changes } }, 'job')

  test.each<[changes: FormValues, row: Record<string, unknown>]>([
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
