import { expect, test } from 'vitest'
import { runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

/** What pages ask within the process is what clients of the contract get over HTTP. */
const { backend, url } = await runBackend(await makeDatabase('sample'))

interface Answer {
  status: number
  json: unknown
}

async function overHttp(name: string, given: object): Promise<Answer> {
  const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(given),
  })
  return { status: response.status, json: await response.json() }
}

async function withinTheProcess(name: string, given: Record<string, unknown>): Promise<Answer> {
  const { status, body } = await backend.callFunction(name, given)
  return { status, json: JSON.parse(Buffer.from(body).toString()) }
}

test.each([
  ['a list', 'list_notices', { content_table: 'results', page_size: 3 }, 200],
  [
    'filters as an object',
    'filtered_list',
    { content_table: 'jobs', filters: { state: 'bihar' }, sort: 'closing' },
    200,
  ],
  ['keys of a further page', 'filtered_list', { content_table: 'jobs', sort: 'newest', after_keys: [0, 0, 1, 2] }, 200],
  ['null', 'filtered_search', { query: 'ssc', category: null, sort: null }, 200],
  ['a text with quotes', 'search_suggestions', { query: `"';--` }, 200],
  ['a function that is called in a transaction of its own', 'preview_notice', { token: 'unknown' }, 200],
  ['an unknown table', 'list_notices', { content_table: 'users' }, 400],
  ['a text that PostgreSQL cannot store', 'search_notices', { query: 'a\0b' }, 400],
  ['a missing argument', 'list_notices', {}, 404],
  ['an unknown function', 'list_secrets', {}, 404],
])('%s has the same answer', async (_what, name, given, status) => {
  const expected = await overHttp(name, given)
  expect(expected.status).toBe(status)
  expect(await withinTheProcess(name, given)).toEqual(expected)
})

test('an argument that is undefined is left out', async () => {
  const { status, json } = await withinTheProcess('list_notices', { content_table: 'jobs', page_size: undefined })
  expect(status).toBe(200)
  expect((json as { rows: unknown[] }).rows).toHaveLength(25)
})

test('a function that visitors may not call is not called', async () => {
  expect((await withinTheProcess('require_second_factor', { who: 'none' })).status).toBe(404)
})
