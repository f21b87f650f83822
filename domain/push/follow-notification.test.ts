import { expect, test } from 'vitest'
import type { NoticeCard } from '#domain/content/notice.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { PUSH_BODY_MAX, PUSH_TITLE_MAX } from './limits.ts'
import { DEFAULT_FOLLOW_EVENTS, FOLLOW_CHOICES, FOLLOW_EVENTS } from './follow-events.ts'
import { followNotification } from './follow-notification.ts'

const noticeOf = (fields: Record<string, unknown> = {}) =>
  ({ id: 7, title: 'SSC CGL 2026', slug: 'ssc-cgl', status: 'active', ...fields }) as NoticeCard & { slug: string }
const said = (event: string, table: string, fields: object = {}, before: Record<string, string | null> | null = null) =>
  followNotification({ event, table, notice: noticeOf({ ...fields }), before })?.body ?? null

test.each([
  ['jobs', {}, 'New job notice.'],
  [
    'jobs',
    { apply_end_date: '2027-03-01', apply_start_date: '2027-02-01', exam_date: '2027-05-01' },
    'New job notice. Last date to apply: 01-03-2027. Application begins: 01-02-2027.',
  ],
  ['admissions', { application_end: '2027-03-01' }, 'New admission notice. Last date to apply: 01-03-2027.'],
  ['admit_cards', { exam_date: '2027-01-12' }, 'Admit card is out. Exam date: 12-01-2027.'],
  ['answer_keys', {}, 'Answer key is out.'],
  ['results', {}, 'Result is out.'],
  ['documents', {}, 'Document is out.'],
  ['syllabus', {}, 'Syllabus is out.'],
] as const)('a published notice of %s with %j says %s', (table, fields, body) => {
  expect(said(table, table, fields)).toBe(body)
})

test.each([
  [
    'a date',
    { apply_end_date: '2027-03-08' },
    { apply_end_date: '2027-03-01' },
    'Last date to apply: 08-03-2027 (was 01-03-2027).',
  ],
  ['a date that was not stated', { exam_date: '2027-03-08' }, { exam_date: null }, 'Exam date: 08-03-2027.'],
  [
    'a date that is withdrawn',
    { exam_date: null },
    { exam_date: '2027-03-08' },
    'Exam date: To be announced (was 08-03-2027).',
  ],
  [
    'a row that is left out',
    { fee_payment_date: null },
    { fee_payment_date: '2027-03-08' },
    'Last date to pay the fee: not stated any more (was 08-03-2027).',
  ],
])('a correction of %s says it', (_what, fields, before, body) => {
  expect(said('corrections', 'jobs', fields, before)).toBe(`Corrected. ${body}`)
})

test.each([
  ['a date that was changed back', { exam_date: '2027-03-08' }, { exam_date: '2027-03-08' }],
  ['a date that no page shows', { age_as_on: '2027-01-01' }, { age_as_on: '2026-01-01' }],
])('a correction of %s is none', (_what, fields, before) => {
  expect(said('corrections', 'jobs', fields, before)).toBeNull()
})

test.each([
  ['two_days', 'jobs', { apply_end_date: '2027-03-08' }, 'Reminder: Last date to apply is 08-03-2027.'],
  [
    'four_hours',
    'jobs',
    { apply_end_date: '2027-03-08' },
    '4 hours left: Last date to apply is 08-03-2027, until midnight.',
  ],
  ['two_days', 'admissions', { application_end: '2027-03-08' }, 'Reminder: Last date to apply is 08-03-2027.'],
] as const)('the reminder %s of one of %s with %j says %s', (event, table, fields, body) => {
  expect(said(event, table, fields)).toBe(body)
})

test('texts keep to the limits of notifications and lead to the notice', () => {
  const long = noticeOf({ title: 'x'.repeat(500), exam_date: '2027-05-01' })
  for (const { table, detailFolder } of CONTENT_KINDS) {
    const content = followNotification({ event: table, table, notice: long, before: null })
    expect(content?.title).toHaveLength(PUSH_TITLE_MAX)
    expect(content?.body.length).toBeLessThanOrEqual(PUSH_BODY_MAX)
    expect(content?.url).toBe(`${detailFolder}/ssc-cgl`)
  }
})

test('every choice is an event that the push function knows, and what is chosen at first can be chosen', () => {
  for (const kind of ['notice', 'recruitment', 'organization'] as const) {
    const offered = FOLLOW_CHOICES[kind].map(({ event }) => event)
    expect(FOLLOW_EVENTS).toEqual(expect.arrayContaining(offered))
    expect(offered).toEqual(expect.arrayContaining(DEFAULT_FOLLOW_EVENTS[kind]))
  }
  expect(FOLLOW_CHOICES.recruitment.map(({ label }) => label)).toEqual([
    'Admit card is out',
    'Answer key is out',
    'Result is out',
    'Any other notice of it',
    'A date changes',
    '2 days before the last date',
    '4 hours before the last date ends',
  ])
})
