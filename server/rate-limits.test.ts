import { describe, expect, test } from 'vitest'
import type { CountCall } from '#backend/call-counts.ts'
import { createRateLimits } from './rate-limits.ts'

const post = (path: string) => new Request(`https://suchana.example${path}`, { method: 'POST' })

async function statuses(count: number, send: (number: number) => Promise<Response | null>): Promise<(number | null)[]> {
  const answers = []
  for (let number = 0; number < count; number += 1) answers.push((await send(number))?.status ?? null)
  return answers
}

/** No other server counts. */
const alone = async () => 0

const passes = (count: number) => Array<null>(count).fill(null)

describe('newsletter', () => {
  test('five a minute and address pass, through the form and the contract together', async () => {
    const check = createRateLimits(alone)
    const paths = ['/newsletter', '/rest/v1/newsletter_subscribers']
    const answers = await statuses(7, (number) => check(post(paths[number % 2] ?? ''), '203.0.113.7'))
    expect(answers).toEqual([...passes(5), 429, 429])
    expect(await check(post('/newsletter'), '203.0.113.8')).toBeNull()
  })

  test('the refusal says when to come back', async () => {
    const check = createRateLimits(alone)
    await statuses(5, () => check(post('/newsletter'), '203.0.113.7'))
    const refusal = await check(post('/newsletter'), '203.0.113.7')
    expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('five messages a minute pass, through the form and the contract together', async () => {
  const check = createRateLimits(alone)
  const paths = ['/contact', '/rest/v1/contact_messages']
  const answers = await statuses(7, (number) => check(post(paths[number % 2] ?? ''), '203.0.113.7'))
  expect(answers).toEqual([...passes(5), 429, 429])
})

test('page views beyond sixty a minute are dropped as if they had been counted', async () => {
  const check = createRateLimits(alone)
  const paths = ['/rest/v1/analytics_events', '/rest/v1/analytics_events?apikey=sb_publishable_of_this_test']
  const answers = await statuses(61, (number) => check(post(paths[number % 2] ?? ''), '203.0.113.7'))
  expect(answers).toEqual([...passes(60), 201])
})

describe('several servers', () => {
  test('refuse together what each of them would let pass', async () => {
    let calls = 0
    const asked: unknown[] = []
    const countCall: CountCall = async (kind, caller, { most, seconds }) => {
      asked.push([kind, caller, seconds])
      calls += 1
      return calls > most ? 17 : 0
    }
    const [first, second] = [createRateLimits(countCall), createRateLimits(countCall)]
    const answers = await statuses(7, (number) => (number % 2 ? first : second)(post('/newsletter'), '203.0.113.7'))
    expect(answers).toEqual([...passes(5), 429, 429])
    expect((await first(post('/newsletter'), '203.0.113.7'))?.headers.get('retry-after')).toBe('17')
    expect(asked[0]).toEqual(['newsletter', '203.0.113.7', 60])
  })

  test('are not asked about a flood that one of them has seen', async () => {
    let calls = 0
    const check = createRateLimits(async () => {
      calls += 1
      return 0
    })
    await statuses(200, () => check(post('/rest/v1/analytics_events'), '203.0.113.7'))
    expect(calls).toBe(60)
  })

  test('let pass what cannot be counted', async () => {
    const check = createRateLimits(() => Promise.reject(new Error('away')))
    expect(await check(post('/newsletter'), '203.0.113.7')).toBeNull()
  })
})

test('reading is never limited here', async () => {
  const check = createRateLimits(alone)
  const read = new Request('https://suchana.example/rest/v1/newsletter_subscribers')
  expect(await statuses(20, () => check(read, '203.0.113.7'))).toEqual(passes(20))
})
