import { expect, test } from 'vitest'
import { columnLabel } from './column-label.ts'

test.each([
  ['jobs', 'apply_end_date', 'Last date to apply'],
  ['jobs', 'checked_at', 'Checked'],
  ['jobs', 'publish_at', 'Publish at'],
  ['search_words', 'means', 'Means'],
])('the column %s.%s is called %s', (table, column, label) => {
  expect(columnLabel(table, column)).toBe(label)
})
