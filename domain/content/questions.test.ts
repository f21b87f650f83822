import { expect, test } from 'vitest'
import type { ContentTable } from './content-kind.ts'
import { questions } from './questions.ts'
import { kindOfTable } from './registry.ts'

const notice = {
  id: 1,
  slug: 'a',
  title: 'A',
  status: 'active',
  created_at: '2026-11-01T00:00:00Z',
  posted_at: '2026-11-01T00:00:00Z',
}

const asked = (table: ContentTable, fields: object) =>
  questions(kindOfTable(table), { ...notice, ...fields }, '2026-11-22').map(
    ({ question, answer }) => `${question} ${answer}`,
  )

test('a syllabus answers for which exam and subjects it is', () => {
  expect(asked('syllabus', { exam_name: 'SSC CGL', subject: 'Reasoning, English' })).toEqual([
    'Which exam is this syllabus for? SSC CGL',
    'Which subjects does it cover? Reasoning, English',
  ])
})

test('a document answers what kind of document it is', () => {
  expect(asked('documents', { document_type: 'Application form' })).toEqual([
    'What kind of document is this? Application form',
  ])
})

test('a question without an answer is not asked', () => {
  expect(asked('syllabus', { exam_name: ' ' })).toEqual([])
  expect(asked('documents', {})).toEqual([])
})
