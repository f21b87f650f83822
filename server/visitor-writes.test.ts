import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { limitVisitorRow } from './visitor-writes.ts'

const secretKey = 'sb_secret_of_this_test'
const app = new Hono()
app.use('/rest/v1/*', limitVisitorRow({ hasSecretKey: (headers) => headers.get('apikey') === secretKey }))
app.all('*', async (c) => c.text(`stored ${(await c.req.text()).length}`))

const json = { 'content-type': 'application/json' }
const email = '{"email":"a@example.org"}'

test.each<[status: number, what: string, path: string, headers: Record<string, string>, body: string]>([
  [200, 'one row', 'newsletter_subscribers', json, email],
  [200, 'an array of one row', 'newsletter_subscribers', json, `[${email}]`],
  [400, 'an array of two rows', 'newsletter_subscribers', json, `[${email},${email}]`],
  [400, 'an empty array', 'analytics_events', json, '[]'],
  [400, 'rows as CSV', 'analytics_events', { 'content-type': 'text/csv' }, 'page\n/\n/jobs'],
  [400, 'broken JSON', 'analytics_events', json, '{"page'],
  [413, 'a row of more than 4,096 bytes', 'analytics_events', json, JSON.stringify({ page: 'x'.repeat(4_096) })],
  [200, 'a contact message of 5,000 Hindi characters', 'contact_messages', json, JSON.stringify('म'.repeat(5_000))],
  [413, 'a contact message of more than 16,384 bytes', 'contact_messages', json, JSON.stringify('x'.repeat(16_384))],
  [200, 'rows of the server itself', 'newsletter_subscribers', { ...json, apikey: secretKey }, `[${email},${email}]`],
  [
    400,
    'two rows with a key that only begins like a secret one',
    'newsletter_subscribers',
    { ...json, apikey: 'sb_secret_x' },
    `[${email},${email}]`,
  ],
  [200, 'rows of another table', 'jobs', json, `[${email},${email}]`],
])('the status is %i for %s', async (status, _what, table, headers, body) => {
  const response = await app.request(`/rest/v1/${table}`, { method: 'POST', headers, body })
  const text = await response.text()
  expect([response.status, text.startsWith('stored')]).toEqual([status, status === 200])
})

test('a stream without a length is limited, too', async () => {
  const body = new Blob([JSON.stringify({ page: 'x'.repeat(4_096) })]).stream()
  const init = { method: 'POST', headers: json, body, duplex: 'half' }
  expect((await app.request('/rest/v1/analytics_events', init as RequestInit)).status).toBe(413)
})
