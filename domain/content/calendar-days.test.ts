import { expect, test } from 'vitest'
import { calendarDays } from './calendar-days.ts'
import type { ContentTable } from './content-kind.ts'
import type { NoticeFacts } from './notice.ts'

function dated(table: ContentTable, id: number, dates: Record<string, string | null>): NoticeFacts {
  const timestamp = '2026-11-01T00:00:00Z'
  const shared = { slug: `notice-${id}`, title: `Notice ${id}`, status: null, organization: null }
  return { table, id, ...shared, created_at: timestamp, posted_at: timestamp, updated_at: timestamp, ...dates }
}
const of = (recruitment_id: number, notice: NoticeFacts) => ({ ...notice, recruitment_id })
const moved = {
  field: 'application_end',
  old: '2026-11-20',
  new: '2026-11-24',
  at: '2026-11-19T00:00:00Z',
  source: null,
}
const first = { ...moved, field: 'apply_end_date', old: '2026-11-10', new: null }
const other = { ...moved, field: 'fee_general', old: '100.00', new: '200.00' }
const withdrawn = { ...moved, field: 'exam_date', old: '2026-12-20', new: null }
const shown = (notices: NoticeFacts[]) => calendarDays(notices).map(({ day, key }) => `${day} ${key}`)

test('every known date is a calendar day, sorted by date', () => {
  const job = dated('jobs', 7, {
    exam_date: '2026-12-20',
    apply_end_date: '2026-11-24',
    apply_start_date: '2026-11-01',
  })
  expect(shown([job])).toEqual([
    '2026-11-01 jobs-7-apply_start_date',
    '2026-11-24 jobs-7-apply_end_date',
    '2026-12-20 jobs-7-exam_date',
  ])
  expect(calendarDays([job])[1]).toMatchObject({ label: 'Last date to apply', deadline: true, notice: job })
  expect(calendarDays([job])[2]).toMatchObject({ label: 'Exam date', deadline: false })
})

test.each([null, '', 'To be announced', 'Before Exam', '2026-02-31', 'soon'])(
  'the value %j is no calendar day',
  (written) => {
    expect(calendarDays([dated('jobs', 1, { exam_date: written })])).toEqual([])
  },
)

test('the key depends on the first field of the row, also when another field has the date', () => {
  expect(shown([dated('admissions', 3, { apply_end_date: null, application_end: '2026-11-24' })])).toEqual([
    '2026-11-24 admissions-3-apply_end_date',
  ])
})

test('a date that two notices have with the same label is listed once, for the notice of the earlier stage', () => {
  const admitCard = of(5, dated('admit_cards', 1, { exam_date: '2026-12-20' }))
  const job = of(5, dated('jobs', 9, { exam_date: '2026-12-20' }))
  expect(shown([admitCard, job])).toEqual(['2026-12-20 jobs-9-exam_date'])
  expect(shown([admitCard, of(6, job)])).toHaveLength(2)
  expect(
    shown([dated('jobs', 1, { exam_date: '2026-12-20' }), dated('jobs', 2, { exam_date: '2026-12-20' })]),
  ).toHaveLength(2)
})

test('a date that was corrected has the number of its corrections, of any field of its row', () => {
  const admission = { ...dated('admissions', 3, { application_end: '2026-11-24' }), corrections: [moved, first, other] }
  expect(calendarDays([admission])).toMatchObject([{ day: '2026-11-24', sequence: 2, isCancelled: false }])
})

test('a date that was withdrawn is cancelled on its last day, unless another notice still has it', () => {
  const job = { ...of(5, dated('jobs', 9, {})), corrections: [withdrawn, { ...moved, field: 'exam_date' }] }
  expect(calendarDays([job])).toMatchObject([
    { key: 'jobs-9-exam_date', day: '2026-12-20', sequence: 2, isCancelled: true },
  ])
  const admitCard = of(5, dated('admit_cards', 1, { exam_date: '2026-12-20' }))
  expect(calendarDays([job, admitCard])).toMatchObject([{ key: 'admit_cards-1-exam_date', isCancelled: false }])
  const announced = { ...job, ...dated('jobs', 9, { exam_date: '2027-01-10' }), corrections: [withdrawn] }
  expect(calendarDays([announced])).toMatchObject([{ day: '2027-01-10', sequence: 1, isCancelled: false }])
})

test('two dates with the same label are both listed', () => {
  const [earlier, second] = [
    dated('jobs', 1, { exam_date: '2026-12-20' }),
    dated('admit_cards', 1, { exam_date: '2026-12-27' }),
  ]
  expect(shown([second, earlier])).toEqual(['2026-12-20 jobs-1-exam_date', '2026-12-27 admit_cards-1-exam_date'])
})

test('kinds without dates have no calendar days', () => {
  expect(calendarDays([dated('syllabus', 1, {}), dated('documents', 1, {})])).toEqual([])
})
