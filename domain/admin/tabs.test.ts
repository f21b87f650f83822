import { expect, test } from 'vitest'
import { ADMIN_TABS } from './tabs.ts'

test('the tabs of the admin are these, in this order', () => {
  expect(ADMIN_TABS.map(({ label }) => label)).toEqual([
    'Jobs',
    'Results',
    'Admit Cards',
    'Answer Keys',
    'Documents',
    'Admissions',
    'Syllabus',
    'Categories',
    'Organizations',
    'Recruitments',
  ])
})
