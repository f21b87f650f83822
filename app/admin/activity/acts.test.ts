import { expect, test } from 'vitest'
import type { Activity } from '#app/data/history.ts'
import { acts } from './acts.ts'

let id = 100
const change = (act: string, fields: string[] | null, table = 'jobs', name: string | null = null): Activity => ({
  id: id--,
  at: '2026-11-22T05:11:00+00:00',
  act,
  name,
  source: 'bulk',
  operation: fields ? 'update' : 'insert',
  table,
  row: id,
  title: 'Title',
  fields,
})

test('what one act of a person did to rows of a table is one group, while nothing else is between', () => {
  const groups = acts([
    change('a', ['status']),
    change('a', ['status']),
    change('a', ['title']),
    change('b', ['title']),
    change('b', ['title'], 'results'),
    change('a', ['status']),
    change('c', null),
    change('c', null),
    change('c', null, 'jobs', 'asha@example.org'),
  ])
  expect(groups.map((group) => group.length)).toEqual([2, 1, 1, 1, 1, 2, 1])
})
