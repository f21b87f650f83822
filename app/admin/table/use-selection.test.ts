import { expect, test } from 'vitest'
import { hiddenIds } from './use-selection.ts'

const rows = [{ id: 1 }, { id: 2 }]

test.each([
  ['all are shown', [1, 2], [], []],
  ['a newer row has pushed one off the page', [1, 2, 3], [], [3]],
  ['one is being deleted here', [1, 2, 3], [3], []],
])('the selected rows that are not shown, when %s', (_when, selected, deleting, hidden) => {
  expect(hiddenIds(new Set(selected), { rows, deleting })).toEqual(hidden)
})
