import { describe, expect, test } from 'vitest'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { DRAFTS_MAX } from '#domain/limits.ts'
import {
  draftOver,
  draftsOf,
  isDraftStored,
  readDrafts,
  withDraft,
  withoutDraft,
  withoutOldest,
  type Draft,
} from './draft.ts'
import type { FormValues } from './field-value.ts'

const draft = (id: string, more: Partial<Draft> = {}): Draft => ({
  id,
  account: 'asha',
  table: 'jobs',
  recordId: null,
  storedAt: 1_795_230_000_000,
  changes: {
    title: 'A',
    selection_process: ['x'],
    post_name: [{ name: 'n', posts: '', eligibility: '' }],
    category_fees: { obc: '5' },
  },
  before: { title: '' },
  attempt: null,
  ...more,
})

test('readDrafts returns the valid drafts and ignores anything else', () => {
  const stored = [
    draft('a', { attempt: { act: 'b', row: { slug: 'a', fee_general: 0 } } }),
    { id: 'b' },
    null,
    'x',
    draft('c'),
  ]
  expect(readDrafts(JSON.parse(JSON.stringify(stored)))).toEqual([stored[0], stored[4]])
  for (const other of [undefined, null, {}, 'x', 5]) expect(readDrafts(other)).toEqual([])
})

test('readDrafts returns a draft of an earlier version without the row that it had sent, of which the act is not known', () => {
  expect(readDrafts([{ ...draft('a'), attempt: { slug: 'a', fee_general: 0 } }])).toEqual([draft('a')])
})

test('withDraft puts a draft first, in place of its earlier state, and drops the oldest one beyond the limit', () => {
  let drafts: Draft[] = []
  for (let number = 0; number <= DRAFTS_MAX; number += 1) drafts = withDraft(drafts, draft(`d${number}`))
  expect(drafts).toHaveLength(DRAFTS_MAX)
  drafts = withDraft(drafts, draft('d5', { storedAt: 7 }))
  expect(drafts[0]).toMatchObject({ id: 'd5', storedAt: 7 })
  expect(drafts.filter(({ id }) => id === 'd5')).toHaveLength(1)
  expect(drafts.map(({ id }) => id)).not.toContain('d0')
  expect(withoutDraft(drafts, 'd5').map(({ id }) => id)).not.toContain('d5')
})

test('room for a draft is made by the oldest of its account, and then by the oldest of others', () => {
  const added = draft('new', { storedAt: 5 })
  const stored = [
    added,
    draft('older', { storedAt: 3 }),
    draft('old', { storedAt: 2 }),
    draft('of a colleague', { account: 'ravi', storedAt: 4 }),
    draft('first of a colleague', { account: 'ravi', storedAt: 1 }),
  ]
  const givenUp: string[] = []
  for (let drafts: Draft[] | null = stored; drafts;) {
    const left: Draft[] | null = withoutOldest(drafts, added)
    givenUp.push(...drafts.filter((candidate) => left && !left.includes(candidate)).map(({ id }) => id))
    drafts = left
  }
  expect(givenUp).toEqual(['old', 'older', 'first of a colleague', 'of a colleague'])
})

test('the drafts of one account displace none of another one', () => {
  let drafts = [draft('of ravi', { account: 'ravi' })]
  for (let number = 0; number <= DRAFTS_MAX; number += 1) drafts = withDraft(drafts, draft(`d${number}`))
  expect(drafts).toHaveLength(DRAFTS_MAX + 1)
  expect(drafts.at(-1)).toMatchObject({ id: 'of ravi' })
})

test('draftsOf returns what one account typed about one record, or about new records of one table', () => {
  const drafts = [
    draft('new'),
    draft('seven', { recordId: 7 }),
    draft('result', { table: 'results' }),
    draft('of ravi', { account: 'ravi' }),
  ]
  const found = (table: AdminTable, recordId: number | null, account = 'asha') =>
    draftsOf(drafts, { table, recordId, account }).map(({ id }) => id)
  expect(found('jobs', null)).toEqual(['new'])
  expect(found('jobs', 7)).toEqual(['seven'])
  expect(found('results', 7)).toEqual([])
  expect(found('jobs', null, 'ravi')).toEqual(['of ravi'])
  expect(found('jobs', 7, 'ravi')).toEqual([])
  const { account: _, ...earlier } = draft('earlier')
  drafts.push(...readDrafts([earlier]))
  expect(found('jobs', null, 'ravi')).toEqual(['of ravi', 'earlier'])
})

describe('a draft of a record', () => {
  const fields = fieldsOf('jobs')
  const typed = draft('a', {
    recordId: 7,
    changes: { location: 'Goa', age_min: '21' },
    before: { location: 'Bihar', age_min: '' },
  })
  const over = (stored: FormValues) => draftOver(fields, typed, { title: 'Clerk', ...stored })

  test.each<[string, FormValues, boolean]>([
    ['nobody has changed it', { location: 'Bihar', age_min: '' }, false],
    ['a part of it is stored', { location: 'Goa', age_min: '' }, false],
    ['all of it is stored', { location: 'Goa', age_min: '21' }, false],
    ['others have changed the same field', { location: 'Kerala', age_min: '' }, true],
    ['others have changed another field', { location: 'Bihar', age_min: '', fee_general: '5' }, false],
  ])('goes over the stored values when %s', (_name, stored, isStale) => {
    expect(over(stored).isStale).toBe(isStale)
    expect(over(stored).values).toEqual({ title: 'Clerk', ...stored, ...typed.changes })
  })

  test('is stored once every value of it is, however it was typed', () => {
    expect(isDraftStored(fields, typed, { location: 'Goa', age_min: '' })).toBe(false)
    expect(isDraftStored(fields, typed, { location: 'Goa', age_min: '21' })).toBe(true)
    expect(
      isDraftStored(fields, draft('b', { changes: { age_min: ' 21 ' }, before: { age_min: '' } }), { age_min: '21' }),
    ).toBe(true)
  })
})
