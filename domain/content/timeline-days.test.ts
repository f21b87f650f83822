import { expect, test } from 'vitest'
import { timeline, type Stage } from './recruitment.ts'
import { atToday, byDay } from './timeline-days.ts'

const notice = (table: Stage['table'], dates: Stage['dates'], day: string): Stage => ({
  table,
  slug: `${table}-slug`,
  title: `${table} title`,
  status: 'active',
  posted_at: `${day}T04:30:00.000Z`,
  dates,
})
const days = byDay(
  timeline([
    notice('jobs', { apply_end_date: '2026-11-30', exam_date: '2027-01-10' }, '2026-11-01'),
    notice('admit_cards', { admit_card_available_date: '2026-11-30' }, '2026-11-30'),
  ]),
)

test('a day is listed once, with the labels of each notice', () => {
  const shown = days.map(({ day, notices }) => [day, ...notices.map(({ labels }) => labels.join(' + '))])
  expect(shown).toEqual([
    ['2026-11-01', 'Job posted'],
    ['2026-11-30', 'Last date to apply', 'Admit card available'],
    ['2027-01-10', 'Exam date'],
  ])
})

test('the events of today are not past', () => {
  const { past, ahead } = atToday(days, '2026-11-30')
  expect(past.map(({ day }) => day)).toEqual(['2026-11-01'])
  expect(ahead.map(({ day }) => day)).toEqual(['2026-11-30', '2027-01-10'])
})
