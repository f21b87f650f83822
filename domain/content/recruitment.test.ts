import { describe, expect, test } from 'vitest'
import { stageOf } from '#test/fakes/stage.ts'
import { stages, timeline } from './recruitment.ts'

describe('timeline', () => {
  test('lists the dates of the notices and the days on which they were posted, oldest first', () => {
    const events = timeline([
      stageOf('jobs', { apply_start_date: '2026-11-02', apply_end_date: '2026-11-30', exam_date: '2027-01-10' }),
      stageOf('results', { result_declared_date: '2027-03-01' }, { posted_at: '2027-03-01T20:00:00.000Z' }),
    ])
    expect(events.map(({ day, label }) => `${day} ${label}`)).toEqual([
      '2026-11-01 Job posted',
      '2026-11-02 Application begins',
      '2026-11-30 Last date to apply',
      '2027-01-10 Exam date',
      '2027-03-01 Result declared',
      '2027-03-02 Result posted',
    ])
  })

  test('lists a date that two notices share once, with the earlier stage', () => {
    const events = timeline([
      stageOf('admit_cards', { exam_date: '2027-01-10' }),
      stageOf('jobs', { exam_date: '2027-01-10' }),
    ]).filter(({ label }) => label === 'Exam date')
    expect(events.map(({ kind }) => kind.table)).toEqual(['jobs'])
  })

  test('ignores values that are no date', () => {
    const events = timeline([stageOf('jobs', { exam_date: 'Before Exam', apply_end_date: '2026-02-31' })])
    expect(events.map(({ label }) => label)).toEqual(['Job posted'])
  })
})

test('stages are in chronological order, including awaited ones', () => {
  const found = stages([
    stageOf('results', {}),
    stageOf('documents', {}),
    stageOf('jobs', {}),
    stageOf('jobs', {}, { slug: 'b' }),
  ])
  expect(found.map(({ kind, notices }) => `${kind.table} ${notices.length}`)).toEqual([
    'jobs 2',
    'syllabus 0',
    'admit_cards 0',
    'answer_keys 0',
    'results 1',
    'documents 1',
  ])
})
