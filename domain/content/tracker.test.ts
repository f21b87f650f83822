import { describe, expect, test } from 'vitest'
import type { Stage } from './recruitment.ts'
import { trackerSteps } from './tracker.ts'

const notice = (table: Stage['table'], posted: string, dates: Stage['dates'] = {}): Stage => ({
  table,
  slug: `${table}-${posted}`,
  title: table,
  status: 'active',
  posted_at: `${posted}T04:30:00.000Z`,
  dates,
})
const job = notice('jobs', '2026-11-01', {
  apply_start_date: '2026-11-05',
  apply_end_date: '2026-11-30',
  exam_date: '2027-01-10',
})
const admitCard = notice('admit_cards', '2026-12-28', { exam_date: '2027-01-10' })
const result = notice('results', '2027-03-01')
const secondAdmitCard = notice('admit_cards', '2027-03-20', { exam_date: '2027-04-02' })
const syllabus = notice('syllabus', '2026-11-10')

const shown = (notices: Stage[], today: string) =>
  trackerSteps(notices, today).map(
    ({ name, isReached, isHere }) => `${name}${isReached ? '' : ' awaited'}${isHere ? ' <' : ''}`,
  )

describe('the steps of a recruitment', () => {
  test.each([
    ['2026-11-04', 'Job <'],
    ['2026-11-05', 'Application <'],
    ['2026-12-27', 'Application <'],
    ['2026-12-28', 'Admit card <'],
    ['2027-01-10', 'Exam <'],
    ['2027-03-01', 'Result <'],
    ['2027-03-20', 'Admit card <'],
    ['2027-04-02', 'Exam <'],
  ])('on %s it is at: %s', (today, here) => {
    const published = [job, syllabus, admitCard, result, secondAdmitCard].filter(
      ({ posted_at }) => posted_at.slice(0, 10) <= today,
    )
    expect(shown(published, today).filter((step) => step.endsWith('<'))).toEqual([here])
  })

  test('on the first day of the application, on which the job was posted, it is at the application', () => {
    const open = notice('jobs', '2026-11-05', { apply_start_date: '2026-11-05' })
    expect(shown([open], '2026-11-05').slice(0, 2)).toEqual(['Job', 'Application <'])
  })

  test.each([
    ['2026-12-02', 'Application <'],
    ['2026-12-21', 'Application <'],
    ['2027-01-16', 'Exam <'],
  ])('on %s, after a date for the fee or for a stage that is not out yet, it is at: %s', (today, here) => {
    const announced = { fee_payment_date: '2026-12-02', admit_card_date: '2026-12-20', result_date: '2027-01-15' }
    const published = [{ ...job, dates: { ...job.dates, ...announced } }]
    const steps = trackerSteps(published, today)
    expect(steps.filter(({ isHere }) => isHere).map(({ name }) => `${name} <`)).toEqual([here])
    expect(steps.find(({ name }) => name === 'Application')?.days).toBe('05-11-2026 to 30-11-2026')
  })

  test('applications of several notices are shown from the first day to the last one', () => {
    const extended = { ...job, dates: { ...job.dates, apply_end_date: '2026-12-07' } }
    const stale = notice('results', '2026-11-20', { apply_end_date: '2026-11-30' })
    const days = trackerSteps([extended, stale], '2026-11-21').find(({ name }) => name === 'Application')?.days
    expect(days).toBe('05-11-2026 to 07-12-2026')
  })

  test('after the announced day of a stage that is out, it is there', () => {
    const announced = { ...job, dates: { ...job.dates, admit_card_date: '2026-12-30' } }
    expect(shown([announced, admitCard], '2026-12-30').filter((step) => step.endsWith('<'))).toEqual(['Admit card <'])
  })

  test('are in their order, with the awaited ones', () => {
    expect(shown([job, syllabus], '2026-11-20')).toEqual([
      'Job',
      'Application <',
      'Syllabus',
      'Admit card awaited',
      'Exam awaited',
      'Answer key awaited',
      'Result awaited',
    ])
  })

  test('have the days of application and exams, and when an awaited stage usually comes', () => {
    const steps = trackerSteps([job, secondAdmitCard], '2026-11-20')
    const of = (name: string) => steps.find((step) => step.name === name)
    expect(of('Application')?.days).toBe('05-11-2026 to 30-11-2026')
    expect(of('Exam')?.days).toBe('10-01-2027, 02-04-2027')
    expect(of('Result')?.usually).toBe('Usually out one to three months after the exam.')
    expect(of('Job')?.usually).toBeNull()
  })

  test('of a recruitment without a stage that has come have no place', () => {
    expect(shown([notice('documents', '2026-11-01')], '2026-11-20').filter((step) => step.endsWith('<'))).toEqual([])
  })
})
