import { expect, test } from 'vitest'
import { shownBadge } from './shown-badge.ts'
import { kindOfTable } from './registry.ts'
import type { ContentTable } from './content-kind.ts'

const today = '2026-11-22'
const labelOf = (table: ContentTable, fields: object) =>
  shownBadge(kindOfTable(table), { status: 'active', posted_at: '2026-11-20T06:30:00Z', ...fields }, today)?.label ??
  null

test.each<[label: string | null, table: ContentTable, fields: object]>([
  ['New', 'jobs', {}],
  ['New', 'jobs', { posted_at: '2026-11-16T00:00:00+05:30' }],
  [null, 'jobs', { posted_at: '2026-11-15T23:59:59+05:30' }],
  ['New', 'jobs', { posted_at: '2026-11-25T06:30:00Z' }],
  ['New', 'jobs', { apply_end_date: '2026-11-22' }],
  ['Closed', 'jobs', { apply_end_date: '2026-11-21' }],
  ['Closed', 'jobs', { apply_end_date: '2026-10-21', posted_at: '2026-10-01T00:00:00Z' }],
  ['Closed', 'admissions', { application_end: '2026-11-21' }],
  ['Out', 'results', { apply_end_date: '2026-11-21' }],
  ['Date Extend', 'jobs', { status: 'Date Extend', apply_end_date: '2026-11-21', posted_at: '2026-10-01T00:00:00Z' }],
  [null, 'admit_cards', { posted_at: '2026-10-01T00:00:00Z' }],
  ['Soon', 'admit_cards', { status: 'Soon', posted_at: '2026-10-01T00:00:00Z' }],
  ['Out', 'results', { status: 'published', posted_at: '2026-10-01T00:00:00Z' }],
  ['Document', 'documents', { posted_at: '2026-10-01T00:00:00Z' }],
  [null, 'syllabus', { posted_at: '2026-10-01T00:00:00Z' }],
])('the badge is %s for %s with %j', (label, table, fields) => {
  expect(labelOf(table, fields)).toBe(label)
})
