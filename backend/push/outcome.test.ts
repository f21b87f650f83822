import { describe, expect, test } from 'vitest'
import { judge, type PushAnswer } from './outcome.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const judged = (answer: Partial<PushAnswer> & { status: number }, attempts = 0) =>
  judge({ text: '', ...answer }, attempts, { chance: 0.5, now })
const again = (seconds: number, attempts = 0) => ({ outcome: 'again', attempts, seconds })

test.each([200, 201, 202, 204])('%i: sent', (status) => {
  expect(judged({ status })).toEqual({ outcome: { outcome: 'sent' } })
})

test.each([404, 410])('%i: the subscription is gone', (status) => {
  expect(judged({ status })).toEqual({ outcome: { outcome: 'gone' } })
})

test.each([302, 303, 307, 400, 401, 403, 405, 413, 418])('%i: not tried again, and the operator is told', (status) => {
  expect(judged({ status, text: 'Why' } as PushAnswer & { status: number })).toEqual({
    outcome: { outcome: 'failed' },
    alarm: `${status} Why`,
  })
})

describe('asked to wait', () => {
  test.each([
    [429, '17', 17],
    [503, '120', 120],
    [429, 'Sat, 21 Nov 2026 10:01:30 GMT', 90],
    [503, 'Sat, 21 Nov 2026 09:00:00 GMT', 1],
    [429, '0', 1],
    [429, '99999999', 86_400],
    [429, 'soon', 10],
    [429, undefined, 10],
  ])('%i with %s: the whole service waits %i seconds, and no try is used up', (status, retryAfter, seconds) => {
    expect(judged({ status, retryAfter })).toEqual({ outcome: again(seconds), pause: seconds })
    expect(judged({ status, retryAfter: retryAfter ?? '3' }, 4).outcome).toMatchObject({
      outcome: 'again',
      attempts: 4,
    })
  })
})

describe.each([
  ['500', { status: 500, text: '' }],
  ['503 that names no time', { status: 503, text: '' }],
  ['a timeout', { failure: 'timeout' }],
])('%s', (_what, answer: PushAnswer) => {
  test('is tried five times, each time after twice as long', () => {
    const waits = [0, 1, 2, 3].map((attempts) => judge(answer, attempts, { chance: 0.5, now }).outcome)
    expect(waits).toEqual([again(10, 1), again(20, 2), again(40, 3), again(80, 4)])
    expect(judge(answer, 4, { chance: 0.5, now })).toEqual({ outcome: { outcome: 'failed' } })
  })

  test('not by all at the same moment', () => {
    const [soonest, latest] = [0, 1].map((chance) => judge(answer, 0, { chance, now }).outcome)
    expect([soonest, latest]).toEqual([again(7.5, 1), again(12.5, 1)])
  })
})

test.each([301, 308])('%i: tried at once where it moved to, and not for ever', (status) => {
  const location = 'https://push.example.org/new'
  expect(judged({ status, location }).outcome).toEqual({ ...again(0, 1), endpoint: location })
  expect(judged({ status, location }, 4).outcome).toEqual({ outcome: 'failed' })
  expect(judged({ status }).outcome).toEqual({ outcome: 'failed' })
})
