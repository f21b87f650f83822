import { describe, expect, test } from 'vitest'
import { createRateLimits } from './rate-limits.ts'

const post = (path: string) => new Request(`https://suchana.example${path}`, { method: 'POST' })

async function statuses(count: number, send: (number: number) => Promise<Response | null>): Promise<(number | null)[]> {
  const answers = []
  for (let number = 0; number < count; number += 1) answers.push((await send(number))?.status ?? null)
  return answers
}

const passes = (count: number) => Array<null>(count).fill(null)

describe('newsletter', () => {
  test('five a minute and address pass, by whichever door', async () => {
    const check = createRateLimits()
    const doors = ['/newsletter', '/newsletter.data', '/rest/v1/newsletter_subscribers']
    const answers = await statuses(7, (number) => check(post(doors[number % 3] ?? ''), '203.0.113.7'))
    expect(answers).toEqual([...passes(5), 429, 429])
    expect(await check(post('/newsletter'), '203.0.113.8')).toBeNull()
  })

  test('the refusal says when to come back', async () => {
    const check = createRateLimits()
    await statuses(5, () => check(post('/newsletter'), '203.0.113.7'))
    const refusal = await check(post('/newsletter'), '203.0.113.7')
    expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('five messages a minute pass', async () => {
  const check = createRateLimits()
  const answers = await statuses(7, () => check(post('/rest/v1/contact_messages'), '203.0.113.7'))
  expect(answers).toEqual([...passes(5), 429, 429])
})

test('page views beyond sixty a minute are dropped as if they had been counted', async () => {
  const check = createRateLimits()
  const answers = await statuses(61, () => check(post('/rest/v1/analytics_events'), '203.0.113.7'))
  expect(answers).toEqual([...passes(60), 201])
})

test('reading is never limited here', async () => {
  const check = createRateLimits()
  const read = new Request('https://suchana.example/rest/v1/newsletter_subscribers')
  expect(await statuses(20, () => check(read, '203.0.113.7'))).toEqual(passes(20))
})
