import { expect, test } from 'vitest'
import { feedSummary } from './feed-summary.ts'
import type { NoticeFacts } from './notice.ts'

const timestamp = '2026-11-01T00:00:00Z'
const notice: NoticeFacts = {
  table: 'jobs',
  id: 1,
  slug: 'a',
  title: 'A',
  status: 'active',
  organization: null,
  created_at: timestamp,
  posted_at: timestamp,
  updated_at: timestamp,
}

test.each<[expected: string, fields: Partial<NoticeFacts>]>([
  ['', {}],
  ['SSC', { organization: 'SSC' }],
  ['', { organization: '  ' }],
  ['SSC · Last date: 24-11-2026', { organization: 'SSC', apply_end_date: '2026-11-24' }],
  [
    'Last date: 24-11-2026 · Exam: 20-12-2026 · Date Extend',
    { apply_end_date: '2026-11-24', exam_date: '2026-12-20', status: 'Date Extend' },
  ],
  ['', { apply_end_date: 'To be announced' }],
  ['Last date: 24-11-2026 · Start', { table: 'admissions', application_end: '2026-11-24', status: 'Start' }],
  [
    'Result declared: 02-11-2026 · Out',
    { table: 'results', result_declared_date: '2026-11-02', result_date: '2026-11-01' },
  ],
  ['External Link', { table: 'documents', document_url: 'https://ssc.gov.in/x.pdf' }],
])('the summary is: %s', (expected, fields) => {
  expect(feedSummary({ ...notice, ...fields })).toBe(expected)
})
