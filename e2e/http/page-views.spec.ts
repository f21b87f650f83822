import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type APIRequestContext } from '@playwright/test'
import { databaseUrl, query } from '#e2e/start/server.ts'

/** Page views as `navigator.sendBeacon` sends them: with the key in the address, without headers. */
const dataDir = process.env['E2E_DATA_DIR'] ?? ''
const { publishableKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))

/** A random address: page views are counted per address for a minute. */
const randomAddress = () => `198.51.${randomInt(256)}.${randomInt(256)}`

function count(request: APIRequestContext, page: string, client: string) {
  return request.post(`/rest/v1/analytics_events?apikey=${publishableKey}`, {
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    data: JSON.stringify({ event_type: 'page_view', page, user_agent: 'Firefox' }),
  })
}

const stored = (page: string) =>
  query(databaseUrl(dataDir), `select event_type, user_agent from public.analytics_events where page = '${page}'`)

test('a page view is counted, and its response allows the back-forward cache', async ({ request }) => {
  const page = `/page-views-${Date.now()}`
  const response = await count(request, page, randomAddress())
  expect(response.status()).toBe(201)
  expect(response.headers()['cache-control']).toBe('no-cache')
  expect(response.headers()['pragma']).toBeUndefined()
  expect(await stored(page)).toEqual([{ event_type: 'page_view', user_agent: 'Firefox' }])
})

test('page views beyond sixty a minute from one address are dropped without an error', async ({ request }) => {
  const [page, client] = [`/page-views-${Date.now()}-many`, randomAddress()]
  const statuses = new Set<number>()
  for (let number = 0; number < 65; number += 1) statuses.add((await count(request, page, client)).status())
  expect(statuses).toEqual(new Set([201]))
  expect(await stored(page)).toHaveLength(60)
})

test('a request adds one row: an array of rows is rejected whole', async ({ request }) => {
  const page = `/page-views-${Date.now()}-array`
  for (const table of ['analytics_events', 'newsletter_subscribers']) {
    const row = table === 'analytics_events' ? { event_type: 'page_view', page } : { email: 'a@example.org' }
    const response = await request.post(`/rest/v1/${table}`, {
      headers: { apikey: publishableKey, 'x-forwarded-for': randomAddress() },
      data: [row, row],
    })
    expect([table, response.status()]).toEqual([table, 400])
  }
  expect(await stored(page)).toEqual([])
})

test('the key in the address reads nothing private, and a wrong key is rejected', async ({ request }) => {
  const read = await request.get(`/rest/v1/analytics_events?apikey=${publishableKey}`)
  expect([read.status(), read.headers()['cache-control']]).toEqual([401, 'no-cache, no-store, must-revalidate'])
  expect((await request.post('/rest/v1/analytics_events?apikey=sb_secret_guess', { data: {} })).status()).toBe(401)
})
