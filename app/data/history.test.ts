import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdminClient } from './admin-client.ts'
import { fetchHistory } from './history.ts'

let recorded = {}
const server = createServer((_request, response) => {
  const change = {
    id: 1,
    at: '2026-11-20T10:00:00+00:00',
    act: 'a',
    name: 'Asha',
    is_own: false,
    source: 'form',
    operation: 'update',
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([{ ...change, ...recorded }]))
})
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)))
afterAll(() => void server.close())

const time = '2026-12-01T04:30:00+00:00'
const published = { state: 'published' }
const until = { state: 'published', hide_at: time }
const draft = { state: 'draft', status: 'Out', publish_at: null, hide_at: null }
const scheduled = { ...draft, state: 'scheduled', publish_at: time }
const hidden = { ...draft, state: 'hidden' }

test.each([
  [
    'a schedule alone',
    { plan: draft },
    { plan: scheduled },
    { state: 'draft', publish_at: null },
    { state: 'scheduled', publish_at: time },
  ],
  ['a time to hide', { plan: published }, { plan: until }, { hide_at: null }, { hide_at: time }],
  [
    'hiding',
    { status: 'Out', plan: published },
    { status: 'inactive', plan: hidden },
    { state: 'published' },
    { state: 'hidden' },
  ],
  [
    'publishing with another badge and title',
    { title: 'A', status: 'inactive', plan: draft },
    { title: 'B', status: 'Start', plan: published },
    { title: 'A', state: 'draft', status: 'Out' },
    { title: 'B', state: 'published', status: 'Start' },
  ],
  ['a status without a plan', { status: 'Out' }, { status: 'Start' }, { status: 'Out' }, { status: 'Start' }],
])('a change of a plan is shown in the fields of the form: %s', async (_what, before, after, was, is) => {
  recorded = { before, after }
  const { port } = server.address() as AddressInfo
  const client = createAdminClient(`http://127.0.0.1:${port}`, 'key')
  const [change] = await fetchHistory(client, { table: 'jobs', id: 1 }, { limit: 20 })
  expect(change).toMatchObject({ id: 1, name: 'Asha' })
  expect([change?.before, change?.after]).toEqual([was, is])
})
