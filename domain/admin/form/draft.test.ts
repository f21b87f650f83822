import { expect, test } from 'vitest'
import { DRAFTS_MAX } from '#domain/limits.ts'
import { draftsOf, readDrafts, withDraft, withoutDraft, type Draft } from './draft.ts'

const draft = (id: string, more: Partial<Draft> = {}): Draft => ({
  id,
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
  const stored = [draft('a', { attempt: { slug: 'a', fee_general: 0 } }), { id: 'b' }, null, 'x', draft('c')]
  expect(readDrafts(JSON.parse(JSON.stringify(stored)))).toEqual([stored[0], stored[4]])
  for (const other of [undefined, null, {}, 'x', 5]) expect(readDrafts(other)).toEqual([])
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

test('draftsOf returns the drafts of one record, or of the new records of one table', () => {
  const drafts = [draft('new'), draft('seven', { recordId: 7 }), draft('result', { table: 'results' })]
  expect(draftsOf(drafts, 'jobs', null).map(({ id }) => id)).toEqual(['new'])
  expect(draftsOf(drafts, 'jobs', 7).map(({ id }) => id)).toEqual(['seven'])
  expect(draftsOf(drafts, 'results', 7)).toEqual([])
})
