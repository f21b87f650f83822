import { expect, test } from 'vitest'
import type { Correction, NoticeCard } from '#domain/content/notice.ts'
import { CONTENT_KINDS, kindOfTable } from '#domain/content/registry.ts'
import { PUSH_BODY_MAX } from './limits.ts'
import { suggestedTexts } from './suggested-texts.ts'

const today = '2026-11-14'
const noticeOf = (fields: Partial<NoticeCard>): NoticeCard => ({
  id: 7,
  title: 'SSC CGL 2026',
  slug: 'ssc-cgl',
  status: 'active',
  created_at: today,
  posted_at: today,
  ...fields,
})
const texts = (table: Parameters<typeof kindOfTable>[0], fields: Partial<NoticeCard>, corrections: Correction[] = []) =>
  suggestedTexts(kindOfTable(table), { notice: noticeOf(fields), today, corrections })

const corrected = (field: string, old: string | null, now: string | null): Correction => ({
  field,
  old,
  new: now,
  at: '2026-11-14T05:00:00+00:00',
  source: null,
})

test.each([
  ['jobs', { apply_end_date: '2026-11-17' }, 'Last date 17-11-2026 (in 3 days)'],
  ['jobs', { apply_end_date: '2026-11-15' }, 'Last date 15-11-2026 (tomorrow)'],
  ['jobs', { apply_end_date: '2026-11-14' }, 'Last date 14-11-2026 (today)'],
  ['jobs', { apply_end_date: '2026-11-13' }, 'New job notice'],
  ['jobs', { apply_end_date: '2026-11-13', exam_date: '2027-01-12' }, 'Exam date 12-01-2027 (in 59 days)'],
  ['jobs', {}, 'New job notice'],
  ['admissions', { application_end: '2026-11-17' }, 'Last date 17-11-2026 (in 3 days)'],
  ['admit_cards', { exam_date: '2027-01-12' }, 'Admit card is out. Exam date 12-01-2027 (in 59 days)'],
  ['admit_cards', {}, 'Admit card is out'],
  ['answer_keys', {}, 'Answer key is out'],
  ['results', {}, 'Result is out'],
  ['documents', {}, 'Document is out'],
  ['syllabus', {}, 'Syllabus is out'],
] as const)('the first suggestion for one of %s with %j is %s', (table, fields, text) => {
  expect(texts(table, fields)[0]).toBe(text)
})

test('every date from today on is suggested, the deadline first, and each text once', () => {
  expect(
    texts('jobs', { apply_start_date: '2026-11-01', apply_end_date: '2026-11-17', exam_date: '2026-11-16' }),
  ).toEqual([
    'Last date 17-11-2026 (in 3 days)',
    'Exam date 16-11-2026 (in 2 days)',
    'New job notice. Last date 17-11-2026 (in 3 days)',
  ])
})

test.each([
  ['later', '2026-11-10', '2026-11-17', 'Last date extended to 17-11-2026 (was 10-11-2026)'],
  ['earlier', '2026-11-20', '2026-11-17', 'Last date changed to 17-11-2026 (was 20-11-2026)'],
])('a corrected last date that is %s comes first', (_what, old, now, text) => {
  const corrections = [corrected('exam_date', '2026-12-01', '2026-12-02'), corrected('apply_end_date', old, now)]
  expect(texts('jobs', { apply_end_date: now }, corrections)[0]).toBe(text)
})

test('a withdrawn last date is not said to be extended', () => {
  expect(texts('jobs', {}, [corrected('apply_end_date', '2026-11-10', null)])).toEqual(['New job notice'])
})

test('every kind has a suggestion within the limit of a notification', () => {
  for (const { table } of CONTENT_KINDS) {
    const [first = ''] = texts(table, { exam_date: '2027-01-12', apply_end_date: '2027-01-10' })
    expect(first.length).toBeGreaterThan(5)
    expect(first.length).toBeLessThanOrEqual(PUSH_BODY_MAX)
  }
})
