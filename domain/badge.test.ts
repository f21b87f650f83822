import { expect, test } from 'vitest'
import { CONTENT_KINDS } from './content/registry.ts'

const kind = (table: string) => CONTENT_KINDS.find((candidate) => candidate.table === table)

test.each([
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
  expect(kind(table)?.badge({ status })).toEqual({ label, style })
})

test('a document that is stored in the portal has no badge of an external link', () => {
  const document_url = `https://portal.example/storage/v1/object/public/notices/${'0123456789abcdef'.repeat(2)}.pdf`
  expect(kind('documents')?.badge({ status: null, document_url })).toEqual({ label: 'Document', style: 'document' })
})

test('a document on another site has the badge of an external link', () => {
  expect(kind('documents')?.badge({ status: null, document_url: 'https://upsc.gov.in' }).label).toBe('External Link')
  expect(kind('documents')?.badge({ status: null, document_url: ' ' }).label).toBe('Document')
  expect(kind('documents')?.badge({ status: null, document_url: null }).label).toBe('Document')
})
