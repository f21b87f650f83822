import { expect, test } from 'vitest'
import { stageOf } from '#test/fakes/stage.ts'
import { timeline } from './recruitment.ts'
import { atToday, byDay } from './timeline-days.ts'

const days = byDay(
  timeline([
    stageOf('jobs', { apply_end_date: '2026-11-30', exam_date: '2027-01-10' }),
    stageOf('admit_cards', { admit_card_available_date: '2026-11-30' }, { posted_at: '2026-11-30T04:30:00.000Z' }),
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
