import { describe, expect, test } from 'vitest'
import { hasTime, isOverdue, plannedColumns, publicationOf, type NoticePlan } from './publication.ts'

const [morning, evening] = ['2026-11-24T00:30:00.000Z', '2026-11-24T12:00:00.000Z']
const plan = (more: Partial<NoticePlan>): NoticePlan => ({
  state: 'hidden',
  status: 'Start',
  publish_at: null,
  hide_at: null,
  ...more,
})
const scheduled = plan({ state: 'scheduled', publish_at: morning, hide_at: evening })

describe('the state of a notice', () => {
  test.each<[what: string, status: string | null, stored: NoticePlan | null, expected: NoticePlan]>([
    ['a public row without a plan', 'Start', null, plan({ state: 'published' })],
    ['a public row without a status', null, null, plan({ state: 'published', status: null })],
    ['a hidden row without a plan', 'inactive', null, plan({ state: 'hidden', status: 'active' })],
    ['a hidden row that remembers its badge', 'inactive', plan({}), plan({})],
    ['a draft', 'inactive', plan({ state: 'draft' }), plan({ state: 'draft' })],
    ['a scheduled row', 'inactive', scheduled, scheduled],
    [
      'a public row that is to be hidden',
      'Out',
      plan({ state: 'published', hide_at: evening }),
      plan({ state: 'published', status: 'Out', hide_at: evening }),
    ],
    ['a public row whose plan is not read again yet', 'Start', scheduled, plan({ state: 'published' })],
    [
      'a hidden row whose plan is not read again yet',
      'inactive',
      plan({ state: 'published', hide_at: evening }),
      plan({ state: 'hidden', status: 'active' }),
    ],
  ])('%s', (_what, status, stored, expected) => {
    expect(publicationOf(status, stored, 'active')).toEqual(expected)
  })
})

describe('what is written', () => {
  test.each<[what: string, meant: NoticePlan, status: string | null, written: object]>([
    [
      'a draft has no times',
      plan({ state: 'draft', publish_at: morning, hide_at: evening }),
      'Start',
      { state: 'draft' },
    ],
    ['a hidden notice has no times', plan({ publish_at: morning, hide_at: evening }), 'Start', { state: 'hidden' }],
    ['a scheduled notice has both', scheduled, 'Start', { state: 'scheduled', publish_at: morning, hide_at: evening }],
    [
      'a published notice has an end only',
      plan({ state: 'published', publish_at: morning, hide_at: evening }),
      'Start',
      { state: 'published', hide_at: evening },
    ],
    [
      'the hidden status never publishes',
      plan({ state: 'published', status: 'inactive', hide_at: evening }),
      'inactive',
      { state: 'hidden' },
    ],
  ])('%s', (_what, meant, status, written) => {
    expect(plannedColumns(meant)).toEqual({ status, plan: { publish_at: null, hide_at: null, ...written } })
  })
})

test.each([
  ['draft', false, false],
  ['scheduled', true, true],
  ['published', false, true],
  ['hidden', false, false],
])('%s: a time to publish %s, a time to hide %s', (state, publish, hide) => {
  expect([hasTime(state, 'publish_at'), hasTime(state, 'hide_at')]).toEqual([publish, hide])
})

test.each([
  ['a scheduled notice', scheduled, morning],
  ['a public one that is to be hidden', plan({ state: 'published', hide_at: evening }), evening],
])('%s is overdue a minute after its time', (_what, stored, time) => {
  const isOverdueAfter = (seconds: number) => isOverdue(stored, Date.parse(time) + seconds * 1000)
  expect([-1, 0, 59, 61].map(isOverdueAfter)).toEqual([false, false, false, true])
})

test('what has no time is never overdue', () => {
  expect(isOverdue(plan({ state: 'draft' }), Date.parse(evening))).toBe(false)
})
