import { expect, test } from 'vitest'
import { shownBadge } from './badge.ts'
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

test.each<[table: ContentTable, status: string | null, label: string, style: string]>([
  ['jobs', 'Start', 'Start', 'start'],
  ['jobs', 'Date Extend', 'Date Extend', 'date-extend'],
  ['jobs', 'date extend', 'Date Extend', 'date-extend'],
  ['jobs', 'active', 'New', 'new'],
  ['jobs', 'Out', 'New', 'new'],
  ['jobs', null, 'New', 'new'],
  ['admissions', 'Start', 'Start', 'start'],
  ['admissions', 'Soon', 'New', 'new'],
  ['admit_cards', 'Out', 'Out', 'out'],
  ['admit_cards', 'Soon', 'Soon', 'soon'],
  ['admit_cards', 'active', 'New', 'new'],
  ['results', 'Out', 'Out', 'out'],
  ['results', 'published', 'Out', 'new'],
  ['results', null, 'Out', 'new'],
  ['answer_keys', 'Out', 'Out', 'out'],
  ['answer_keys', 'active', 'Out', 'out'],
  ['syllabus', 'published', 'New', 'new'],
])('%s with status %s have the badge %s in style %s', (table, status, label, style) => {
  expect(kindOfTable(table).badge({ status })).toEqual({ label, style })
})

test('a document that is stored in the portal has no badge of an external link', () => {
  const document_url = `https://portal.example/storage/v1/object/public/notices/${'0123456789abcdef'.repeat(2)}.pdf`
  expect(kindOfTable('documents').badge({ status: null, document_url })).toEqual({
    label: 'Document',
    style: 'document',
  })
})

test('a document on another site has the badge of an external link', () => {
  expect(kindOfTable('documents').badge({ status: null, document_url: 'https://upsc.gov.in' }).label).toBe(
    'External Link',
  )
  expect(kindOfTable('documents').badge({ status: null, document_url: ' ' }).label).toBe('Document')
  expect(kindOfTable('documents').badge({ status: null, document_url: 'ssc.gov.in/a.pdf' }).label).toBe('Document')
  expect(kindOfTable('documents').badge({ status: null, document_url: null }).label).toBe('Document')
})
