import { expect, test } from 'vitest'
import { calendarDays } from './calendar-days.ts'
import type { ContentTable } from './content-kind.ts'
import type { NoticeFacts } from './notice.ts'

function dated(table: ContentTable, id: number, dates: Record<string, string | null>): NoticeFacts {
  const moment = '2026-11-01T00:00:00Z'
  const shared = { slug: `notice-${id}`, title: `Notice ${id}`, status: null, organization: null }
  return { table, id, ...shared, created_at: moment, posted_at: moment, updated_at: moment, ...dates }
}
const shown = (notices: NoticeFacts[]) => calendarDays(notices).map(({ day, key }) => `${day} ${key}`)

test('every known date is a day, the first one first', () => {
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

test.each([null, '', 'To be announced', 'Before Exam', '2026-02-31', 'soon'])('%j is no day', (written) => {
  expect(calendarDays([dated('jobs', 1, { exam_date: written })])).toEqual([])
})

test('the key is the one of the row, whichever of its fields has the date', () => {
  expect(shown([dated('admissions', 3, { apply_end_date: null, application_end: '2026-11-24' })])).toEqual([
    '2026-11-24 admissions-3-apply_end_date',
  ])
})

test('a day that two notices name alike is there once, for the one that comes first in the life of a recruitment', () => {
  const admitCard = dated('admit_cards', 1, { exam_date: '2026-12-20' })
  const job = dated('jobs', 9, { exam_date: '2026-12-20' })
  expect(shown([admitCard, job])).toEqual(['2026-12-20 jobs-9-exam_date'])
})

test('two days with one name are two days', () => {
  const [first, second] = [
    dated('jobs', 1, { exam_date: '2026-12-20' }),
    dated('admit_cards', 1, { exam_date: '2026-12-27' }),
  ]
  expect(shown([second, first])).toEqual(['2026-12-20 jobs-1-exam_date', '2026-12-27 admit_cards-1-exam_date'])
})

test('kinds without dates have no days', () => {
  expect(calendarDays([dated('syllabus', 1, {}), dated('documents', 1, {})])).toEqual([])
})
