import { describe, expect, test } from 'vitest'
import { stageOf } from '#test/fakes/stage.ts'
import { nextStep } from './next-step.ts'

const job = stageOf('jobs', { apply_end_date: '2026-11-30', exam_date: '2027-01-10' })

describe('the next step', () => {
  test('is the first date from today on, with its notice', () => {
    const step = nextStep({ notices: [job] }, '2026-11-18')
    expect(step).toMatchObject({ label: 'Next: Last date to apply', line: '30-11-2026, in 12 days', isDeadline: true })
    expect(step.notice?.notice.slug).toBe('jobs-slug')
  })

  test.each([
    ['2026-11-30', 'Today, 30-11-2026'],
    ['2026-11-29', 'Tomorrow, 30-11-2026'],
    ['2026-12-01', '10-01-2027, in 40 days'],
  ])('on %s is: %s', (today, line) => expect(nextStep({ notices: [job] }, today).line).toBe(line))

  test('is no deadline when its date is none', () => {
    expect(nextStep({ notices: [job] }, '2026-12-01')).toMatchObject({ label: 'Next: Exam date', isDeadline: false })
  })

  test('is never the day on which a notice was posted', () => {
    const step = nextStep({ notices: [stageOf('jobs', {}, { posted_at: '2026-11-20T04:30:00.000Z' })] }, '2026-11-18')
    expect(step).toMatchObject({ label: 'Next: Syllabus', day: null, isOver: false, notice: null })
  })

  test('without a further date is the stage after the last published one', () => {
    expect(nextStep({ notices: [job, stageOf('admit_cards')] }, '2027-02-01').label).toBe('Next: Answer key')
  })

  test('is nothing more when the result is published, and links to it', () => {
    const step = nextStep({ notices: [job, stageOf('results'), stageOf('documents')] }, '2027-02-01')
    expect(step).toMatchObject({ label: 'Every stage is out', isOver: true })
    expect(step.notice?.kind.table).toBe('results')
  })

  test('of a recruitment without notices is its notification', () => {
    expect(nextStep({ notices: [] }, '2026-11-18').label).toBe('Next: Job')
  })
})
