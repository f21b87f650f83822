import { expect, test } from 'vitest'
import { noticeAt } from './notice-at.ts'

test.each([
  ['/jobs/ssc-cgl', 'jobs', 'ssc-cgl'],
  ['/jobs/ssc-cgl?from=push#dates', 'jobs', 'ssc-cgl'],
  ['/admit-card/ssc-cgl/', 'admit_cards', 'ssc-cgl'],
  ['/admissions/%E0%A4%A8', 'admissions', 'न'],
])('the page %s shows the notice of %s with the slug %s', (path, table, slug) => {
  expect(noticeAt(path)).toEqual({ table, slug })
})

test.each(['/', '/jobs', '/jobs?q=/x', '/recruitments/ssc-cgl', '/jobs/in/goa', '/jobs/%E0%A4', '/unknown/x'])(
  'the page %s shows no notice',
  (path) => {
    expect(noticeAt(path)).toBeNull()
  },
)
