import { expect, test } from 'vitest'
import type { FollowedList } from '#app/data/follow-calls.ts'
import { listHref, readWrittenList, subjectTitle } from './followed-list.ts'

const list = (filters: Record<string, string>, organization?: string): FollowedList => ({
  kind: 'list',
  table: 'jobs',
  filters,
  ...(organization && { organization }),
})

test.each([
  [list({ state: 'bihar', qualification: '10th' }), 'Jobs: 10th pass, Bihar', '/jobs?qualification=10th&state=bihar'],
  [
    list({ organization: 'ssc', age: '27', unstated: '1' }, 'Staff Selection Commission'),
    'Jobs: Staff Selection Commission, Age 27',
    '/jobs?organization=ssc&age=27&unstated=1',
  ],
])('%j is a list with a title and an address', (subject, title, href) => {
  expect(subjectTitle(subject)).toBe(title)
  expect(listHref(subject)).toBe(href)
})

test('a link that names a list is read as the server expects it', () => {
  expect(readWrittenList('jobs?qualification=10th&state=bihar&unstated=1')).toEqual({
    content_table: 'jobs',
    filters: { qualification: '10th', state: 'bihar' },
    with_unstated: true,
  })
})
