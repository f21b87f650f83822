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
  [
    'Last date: 24-11-2026 · Last date 17-11-2026 to 24-11-2026, corrected on 12-11-2026, source: https://ssc.gov.in',
    {
      apply_end_date: '2026-11-24',
      corrections: [
        { field: 'exam_date', old: '2026-12-01', new: '2026-12-02', at: '2026-11-13T05:00:00Z', source: null },
        {
          field: 'apply_end_date',
          old: '2026-11-17',
          new: '2026-11-24',
          at: '2026-11-12T05:00:00Z',
          source: 'https://ssc.gov.in',
        },
        { field: 'apply_end_date', old: '2026-11-10', new: '2026-11-17', at: '2026-11-11T05:00:00Z', source: null },
      ],
    },
  ],
  ['Last date: 24-11-2026 · Start', { table: 'admissions', application_end: '2026-11-24', status: 'Start' }],
  [
    'Result declared: 02-11-2026 · Out',
    { table: 'results', result_declared_date: '2026-11-02', result_date: '2026-11-01' },
  ],
  ['External Link', { table: 'documents', document_url: 'https://ssc.gov.in/x.pdf' }],
])('the summary is: %s', (expected, fields) => {
  expect(feedSummary({ ...notice, ...fields })).toBe(expected)
})
