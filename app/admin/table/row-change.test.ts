import { describe, expect, test } from 'vitest'
import {
  deletion,
  doneMessage,
  deletionOf,
  postDateChange,
  quickLinkChange,
  restoration,
  shownRows,
  reverted,
  selectedChange,
} from './row-change.ts'

const each = (id: number, after: object, before: object = {}) => ({ id, title: 'Clerk', before, after })
const dated = { id: 1, title: 'Clerk', post_time: '05/11/2026 7:20 PM', posted_at: '2026-11-05T13:50:00Z' }
const row = (id: number, fields: object = {}) => ({ id, updated_at: '2026-11-21T10:00:00+00:00', ...fields })

describe('changes in flight', () => {
  const rows = [row(1, { is_quick_link: false, status: 'Out' }), row(2), row(3)]

  test('without changes the rows are those of the database', () => expect(shownRows(rows, [])).toEqual(rows))
  test('a change is shown in its rows alone', () => {
    const shown = shownRows(rows, [{ ids: [1, 3], change: quickLinkChange(true) }])
    expect(shown.map(({ is_quick_link }) => is_quick_link)).toEqual([true, undefined, true])
  })
  test('of several changes of one row the last one is shown', () => {
    const changes = [true, false].map((isOn) => ({ ids: [1], change: quickLinkChange(isOn) }))
    const status = { ids: [1], change: selectedChange('status', [each(1, { status: 'active' })]) }
    expect(shownRows(rows, [...changes, status])[0]).toMatchObject({ is_quick_link: false, status: 'active' })
  })
  test('a row that is being deleted is not shown', () => {
    expect(shownRows(rows, [{ ids: [2], change: deletion }]).map(({ id }) => id)).toEqual([1, 3])
  })
})

test('a new post date is stored only in place of the time that was shown', () => {
  expect(postDateChange(dated, '2027-01-31').each).toEqual([
    {
      ...each(1, { post_time: '31/01/2027 7:20 PM' }, { post_time: '05/11/2026 7:20 PM' }),
      optimistic: { posted_at: '2027-01-31T13:50:00.000Z' },
    },
  ])
})

test('the same post date is compared with what is stored, and changes nothing', () => {
  const unchanged = { post_time: '05/11/2026 7:20 PM' }
  expect(postDateChange(dated, '2026-11-05').each).toMatchObject([each(1, unchanged, unchanged)])
  const { post_time: _none, ...undated } = dated
  expect(postDateChange(undated, '2026-11-05').each).toMatchObject([each(1, { post_time: null }, { post_time: null })])
})

test('a row is deleted only in the version that was shown', () => {
  expect(deletionOf({ id: 1, title: 'Clerk', version: '2026-11-21T10:00:00+00:00' }).each).toEqual([
    each(1, {}, { updated_at: '2026-11-21T10:00:00+00:00' }),
  ])
})

test('a bulk change is reverted row by row, to what each row had', () => {
  const change = selectedChange('status', [
    each(1, { status: 'Out' }, { status: 'active' }),
    each(2, { status: 'Out' }, { status: null }),
  ])
  expect(reverted(change).each).toEqual([
    each(1, { status: 'active' }, { status: 'Out' }),
    each(2, { status: null }, { status: 'Out' }),
  ])
})

test.each([
  [deletion, 'Deleted Clerk'],
  [deletionOf({ id: 1, title: 'Clerk', version: '' }), 'Deleted Clerk'],
  [restoration, 'Restored Clerk'],
  [selectedChange('check', [each(1, { checked_at: '' })]), 'Checked against the source: Clerk'],
  [quickLinkChange(true), 'Quick Link turned on for Clerk'],
  [quickLinkChange(false), 'Quick Link turned off for Clerk'],
  [postDateChange(dated, '2027-01-31'), 'Post date is now 31-01-2027: Clerk'],
  [selectedChange('organization', [each(1, { organization_id: 2 })]), 'The organization was changed: Clerk'],
  [reverted(selectedChange('post date', [each(1, { post_time: 'x' })])), 'Post dates are as before: Clerk'],
  [selectedChange('status', [each(1, { status: 'Out' })]), 'Status is now Out: Clerk'],
  [selectedChange('status', [each(1, { status: null })]), 'Status is now not set: Clerk'],
  [selectedChange('status', [each(1, { is_active: false })]), 'Status is now inactive: Clerk'],
  [reverted(selectedChange('status', [each(1, {}, { status: 'Out' }), each(2, {})])), 'Status is as before: Clerk'],
  [reverted(selectedChange('quick link', [each(1, {})])), 'Quick Link is as before: Clerk'],
  [reverted(selectedChange('organization', [each(1, {})])), 'The organization is as before: Clerk'],
  [reverted(selectedChange('category', [each(1, {})])), 'The category is as before: Clerk'],
  [reverted(selectedChange('check', [each(1, {})])), 'The check is as before: Clerk'],
])('%j says %s', (change, message) => expect(doneMessage(change, 'Clerk')).toBe(message))
