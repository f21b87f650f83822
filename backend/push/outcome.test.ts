import { describe, expect, test } from 'vitest'
import { decide, type PushResponse } from './outcome.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const decided = (response: Partial<PushResponse> & { status: number }, attempts = 0) =>
  decide({ text: '', ...response }, attempts, { chance: 0.5, now })
const again = (seconds: number, attempts = 0) => ({ outcome: 'again', attempts, seconds })

test.each([200, 201, 202, 204])('status %i: the message is sent', (status) => {
  expect(decided({ status })).toEqual({ outcome: { outcome: 'sent' } })
})

test.each([404, 410])('status %i: the subscription is gone', (status) => {
  expect(decided({ status })).toEqual({ outcome: { outcome: 'gone' } })
})

test.each([302, 303, 307, 400, 401, 403, 405, 413, 418])(
  'status %i: the message fails without a retry, and the operator is notified',
  (status) => {
    expect(decided({ status, text: 'Why' } as PushResponse & { status: number })).toEqual({
      outcome: { outcome: 'failed' },
      alarm: `${status} Why`,
    })
  },
)

describe('a response that demands a pause', () => {
  test.each([
    [429, '17', 17],
    [503, '120', 120],
    [429, 'Sat, 21 Nov 2026 10:01:30 GMT', 90],
    [503, 'Sat, 21 Nov 2026 09:00:00 GMT', 1],
    [429, '0', 1],
    [429, '99999999', 86_400],
    [429, 'soon', 10],
    [429, undefined, 10],
  ])(
    'status %i with Retry-After %s: the push service is paused for %i seconds, and no attempt is used up',
    (status, retryAfter, seconds) => {
      expect(decided({ status, retryAfter })).toEqual({ outcome: again(seconds), pause: seconds })
      expect(decided({ status, retryAfter: retryAfter ?? '3' }, 4).outcome).toMatchObject({
        outcome: 'again',
        attempts: 4,
      })
    },
  )
})

describe.each([
  ['status 500', { status: 500, text: '' }],
  ['status 503 without Retry-After', { status: 503, text: '' }],
  ['a timeout', { failure: 'timeout' }],
])('%s', (what, response: PushResponse) => {
  test(`${what}: the message is tried five times, with pauses that double`, () => {
    const waits = [0, 1, 2, 3].map((attempts) => decide(response, attempts, { chance: 0.5, now }).outcome)
    expect(waits).toEqual([again(10, 1), again(20, 2), again(40, 3), again(80, 4)])
    expect(decide(response, 4, { chance: 0.5, now })).toEqual({ outcome: { outcome: 'failed' } })
  })

  test(`${what}: retries are spread over time`, () => {
    const [soonest, latest] = [0, 1].map((chance) => decide(response, 0, { chance, now }).outcome)
    expect([soonest, latest]).toEqual([again(7.5, 1), again(12.5, 1)])
  })
})

test.each([301, 308])(
  'status %i: the message is sent to the new location at once, but at most five times in all',
  (status) => {
    const location = 'https://push.example.org/new'
    expect(decided({ status, location }).outcome).toEqual({ ...again(0, 1), endpoint: location })
    expect(decided({ status, location }, 4).outcome).toEqual({ outcome: 'failed' })
    expect(decided({ status }).outcome).toEqual({ outcome: 'failed' })
  },
)
