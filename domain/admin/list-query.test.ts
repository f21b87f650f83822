import { describe, expect, test } from 'vitest'
import { SIMPLIFIED } from './columns.ts'
import { readListQuery, sortedBy, writeListQuery } from './list-query.ts'
import { ADMIN_TABS, tabOfSlug } from './tabs.ts'

const jobs = tabOfSlug('jobs')!
const categories = tabOfSlug('categories')!
const read = (query: string, tab = jobs) => readListQuery(tab, new URLSearchParams(query))
const newest = { field: 'posted_at', isDescending: true, mayBeEmpty: false }

test('an address without a query shows everything, newest first, simplified', () => {
  expect(read('')).toEqual({ text: '', status: null, sort: newest, isSimplified: true })
  expect(read('', categories).sort).toEqual({ ...newest, field: 'created_at' })
})

describe('an address is read', () => {
  test.each([
    ['text=100%25+%26+more', { text: '100% & more' }],
    ['text=up%00sc', { text: 'upsc' }],
    ['status=Date+Extend', { status: 'Date Extend' }],
    ['status=', { status: '' }],
    ['sort=title', { sort: { field: 'title', isDescending: false, mayBeEmpty: false } }],
    ['sort=-apply_end_date', { sort: { field: 'apply_end_date', isDescending: true, mayBeEmpty: true } }],
    ['view=all', { isSimplified: false }],
  ])('the address query %j is read', (query, expected) => expect(read(query)).toMatchObject(expected))
})

describe('address queries that the table does not offer', () => {
  test.each(['status=Out', 'sort=slug', 'sort=organizations', 'sort=-', 'sort=id,slug', 'view=none', 'page=7'])(
    'the address query %j is ignored',
    (query) => expect(read(query)).toEqual(read('')),
  )
  test('a filter text that is too long is cut to 200 characters', () =>
    expect(read(`text=${'a'.repeat(300)}`).text).toHaveLength(200))
})

test.each(ADMIN_TABS)('every query of $label that is written to an address is read back unchanged', (tab) => {
  const sorts = SIMPLIFIED[tab.table].filter((column) => column.isSortable).flatMap(({ field }) => [field, `-${field}`])
  for (const sort of sorts) {
    for (const status of [null, ...tab.statuses]) {
      for (const view of ['', 'all']) {
        const parameters = new URLSearchParams({ text: 'a&b=c', sort, view })
        if (status !== null) parameters.set('status', status)
        const query = readListQuery(tab, parameters)
        expect(readListQuery(tab, new URLSearchParams(writeListQuery(tab, query)))).toEqual(query)
      }
    }
  }
  expect(writeListQuery(tab, readListQuery(tab, new URLSearchParams()))).toBe('')
})

describe('pressing the head of a column', () => {
  const column = (field: string) => SIMPLIFIED.jobs.find((candidate) => candidate.field === field)!
  test('pressing the head of a text column sorts from A', () =>
    expect(sortedBy(column('title'), newest).isDescending).toBe(false))
  test('pressing the head of a date column sorts from the newest', () =>
    expect(sortedBy(column('apply_end_date'), newest).isDescending).toBe(true))
  test('pressing the head of the sorted column reverses the order', () =>
    expect(sortedBy(column('posted_at'), newest).isDescending).toBe(false))
})
