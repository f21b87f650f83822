import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdminClient } from './admin-client.ts'
import { openPlannedTable } from './planned-table.ts'
import { mayBeStored } from './record-table.ts'

const row = {
  id: 7,
  slug: 'a',
  created_at: '2026-11-20T10:00:00+00:00',
  updated_at: '2026-11-20T10:00:00+00:00',
  status: 'active',
}

/** The answer to a read of plans, after a write that is stored. */
let plans = { status: 200, body: '[]' }
const server = createServer((request, response) => {
  const { status, body } = request.url?.includes('notice_plans') ? plans : { status: 200, body: JSON.stringify([row]) }
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
})
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)))
afterAll(() => void server.close())

function jobs() {
  const { port } = server.address() as AddressInfo
  return openPlannedTable(createAdminClient(`http://127.0.0.1:${port}`, 'key'), 'jobs')
}

test.each([
  ['denied', 401, '{"message":"JWT expired","code":"PGRST303"}'],
  ['limited', 429, '{"message":"Too many requests"}'],
  ['nothing that can be read', 200, '[{"record_id":"?"}]'],
])('after a write that was stored, plans that are %s leave its outcome unknown', async (_what, status, body) => {
  plans = { status, body }
  const table = jobs()
  for (const write of [() => table.insert({ title: 'A' }), () => table.update(row, { title: 'B' })]) {
    const failure = await write().catch((error: unknown) => error)
    expect(mayBeStored(failure)).toBe(true)
  }
  await expect(table.read(7)).rejects.toThrow(/expired|requests|number/)
})

test('a write whose plan is read returns the row in terms of the form', async () => {
  plans = { status: 200, body: '[]' }
  expect(await jobs().insert({ title: 'A' })).toMatchObject({ id: 7, state: 'published', status: 'active' })
})
