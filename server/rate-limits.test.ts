import { describe, expect, test } from 'vitest'
import type { CountCall } from '#backend/call-counts.ts'
import { createRateLimits } from './rate-limits.ts'
import { VISITOR_TABLES } from './visitor-writes.ts'

const post = (path: string) => new Request(`https://suchana.example${path}`, { method: 'POST' })

async function statuses(count: number, send: (number: number) => Promise<Response | null>): Promise<(number | null)[]> {
  const responses = []
  for (let number = 0; number < count; number += 1) responses.push((await send(number))?.status ?? null)
  return responses
}

/** Fake shared counter that never reaches a limit. */
const noSharedLimit = async () => 0

const passes = (count: number) => Array<null>(count).fill(null)

describe('the newsletter limit', () => {
  test('five newsletter subscriptions per minute and address pass, counting form and REST together', async () => {
    const check = createRateLimits(noSharedLimit)
    const paths = ['/newsletter', '/rest/v1/newsletter_subscribers']
    const responses = await statuses(7, (number) => check(post(paths[number % 2] ?? ''), '203.0.113.7'))
    expect(responses).toEqual([...passes(5), 429, 429])
    expect(await check(post('/newsletter'), '203.0.113.8')).toBeNull()
  })

  test('a rejected newsletter subscription has a retry-after header', async () => {
    const check = createRateLimits(noSharedLimit)
    await statuses(5, () => check(post('/newsletter'), '203.0.113.7'))
    const rejection = await check(post('/newsletter'), '203.0.113.7')
    expect(Number(rejection?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test.each(['/newsletter', '/rest/v1/contact_messages', '/report/jobs/a-slug'])(
  'an address that has sent a hundred requests of %s in a day waits for the next one, whatever the minute',
  async (path) => {
    const counted: number[] = []
    const check = createRateLimits(async (_name, _client, { most, seconds }) => {
      counted.push(seconds)
      return seconds === 86_400 && most === 100 ? 7_200 : 0
    })
    const rejection = await check(post(path), '203.0.113.7')
    expect([rejection?.status, rejection?.headers.get('retry-after'), counted]).toEqual([429, '7200', [60, 86_400]])
  },
)

test('a request above the limit of a minute does not count for the day', async () => {
  const counted: number[] = []
  const check = createRateLimits(async (_name, _client, { seconds }) => {
    counted.push(seconds)
    return 30
  })
  expect((await check(post('/newsletter'), '203.0.113.7'))?.headers.get('retry-after')).toBe('30')
  expect(counted).toEqual([60])
})

test('five contact messages per minute pass, counting form and REST together', async () => {
  const check = createRateLimits(noSharedLimit)
  const paths = ['/contact', '/rest/v1/contact_messages', '/%63ontact']
  const responses = await statuses(7, (number) => check(post(paths[number % 3] ?? ''), '203.0.113.7'))
  expect(responses).toEqual([...passes(5), 429, 429])
})

test.each(Object.keys(VISITOR_TABLES))('the requests of visitors to write %s are limited', async (table) => {
  const check = createRateLimits(noSharedLimit)
  const responses = await statuses(100, () => check(post(`/rest/v1/${table}`), '203.0.113.7'))
  expect(responses.at(0)).toBeNull()
  expect(responses.at(-1)).not.toBeNull()
})

test('the form of a page without a limit of its own passes five times per minute', async () => {
  const page = { path: '/lists/:name', cache: null, sitemap: false, offline: false, formBytes: 4_096 }
  const check = createRateLimits(noSharedLimit, [page])
  const responses = await statuses(6, () => check(post('/lists/jobs'), '203.0.113.7'))
  expect(responses).toEqual([...passes(5), 429])
  expect(await check(post('/lists'), '203.0.113.7')).toBeNull()
})

test('page views beyond sixty per minute get 201 and are not counted', async () => {
  const check = createRateLimits(noSharedLimit)
  const paths = ['/rest/v1/analytics_events', '/rest/v1/analytics_events?apikey=sb_publishable_of_this_test']
  const responses = await statuses(61, (number) => check(post(paths[number % 2] ?? ''), '203.0.113.7'))
  expect(responses).toEqual([...passes(60), 201])
})

describe('several servers', () => {
  test('several servers share one limit through the database', async () => {
    let calls = 0
    const counted: unknown[] = []
    const countCall: CountCall = async (kind, caller, { most, seconds }) => {
      counted.push([kind, caller, seconds])
      if (seconds > 60) return 0
      calls += 1
      return calls > most ? 17 : 0
    }
    const [first, second] = [createRateLimits(countCall), createRateLimits(countCall)]
    const responses = await statuses(7, (number) => (number % 2 ? first : second)(post('/newsletter'), '203.0.113.7'))
    expect(responses).toEqual([...passes(5), 429, 429])
    expect((await first(post('/newsletter'), '203.0.113.7'))?.headers.get('retry-after')).toBe('17')
    expect(counted[0]).toEqual(['newsletter', '203.0.113.7', 60])
  })

  test('a client over the limit of one server causes no database queries', async () => {
    let calls = 0
    const check = createRateLimits(async () => {
      calls += 1
      return 0
    })
    await statuses(200, () => check(post('/rest/v1/analytics_events'), '203.0.113.7'))
    expect(calls).toBe(60)
  })

  test('a request passes when the database cannot count it', async () => {
    const check = createRateLimits(() => Promise.reject(new Error('away')))
    expect(await check(post('/newsletter'), '203.0.113.7')).toBeNull()
  })
})

test('GET requests are never limited', async () => {
  const check = createRateLimits(noSharedLimit)
  const read = new Request('https://suchana.example/rest/v1/newsletter_subscribers')
  expect(await statuses(20, () => check(read, '203.0.113.7'))).toEqual(passes(20))
})
