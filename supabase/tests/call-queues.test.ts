import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('sample')
const { sql } = database
// A function of the kind that pages call, and two that Supabase Lite calls because they might write.
await sql.unsafe(`
  create table waits (milliseconds integer);
  create function stable_wait(milliseconds integer) returns json language sql stable as $$
    select to_json(pg_sleep(milliseconds / 1000.0)::text) $$;
  create function volatile_wait(milliseconds integer) returns json language sql volatile as $$
    select to_json(pg_sleep(milliseconds / 1000.0)::text) $$;
  create function noted_wait(milliseconds integer) returns json language plpgsql security definer set search_path = '' as $$
    begin insert into public.waits values (milliseconds); perform pg_sleep(milliseconds / 1000.0); return '1'; end $$;
  grant execute on function stable_wait, volatile_wait, noted_wait to anon, authenticated`)

const { url, client, backend } = await runBackend(database)
const staff = client()
await staff.auth.signInWithPassword(admin)

/** Calls at once, each of which takes 2.2 seconds of a connection. @param clientOf address of a call */
async function attack(name: string, clientOf: (call: number) => string): Promise<Response[]> {
  const call = (number: number) =>
    fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: keys.publishableKey, 'content-type': 'application/json', 'x-client': clientOf(number) },
      body: JSON.stringify({ milliseconds: 2_200 }),
    })
  return Promise.all(Array.from({ length: 40 }, (_, number) => call(number)))
}

/** What others do meanwhile: each of these must not wait for the calls of an attack. */
const others = {
  'a read of staff': async () => (await staff.from('jobs').select('id')).status,
  'a sign-in': async () => ((await client().auth.signInWithPassword(admin)).error ? 500 : 200),
  'a page': async () => (await pageCall()).status,
}

function pageCall(): Promise<Response> {
  const headers = { apikey: keys.publishableKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ page_sizes: { jobs: 5 }, today: '2026-11-21' })
  return backend.fetch(new Request(`${url}/rest/v1/rpc/home_board`, { method: 'POST', headers, body }))
}

const sources: [what: string, name: string, clientOf: (call: number) => string][] = [
  ['function calls of one address', 'stable_wait', () => 'one'],
  ['function calls of many addresses', 'stable_wait', (call) => `address ${call}`],
  ['table calls of one address', 'volatile_wait', () => 'one'],
  ['table calls of many addresses', 'volatile_wait', (call) => `address ${call}`],
]

test.each(sources)('40 %s at once do not keep others waiting', async (_what, name, clientOf) => {
  let isOver = false
  const attacking = attack(name, clientOf).finally(() => (isOver = true))
  await expect.poll(async () => (await running()) > 0).toBe(true)
  const acts = Object.entries(others)
  const outcomes = await Promise.all(acts.map(async ([what, act]) => [what, await act(), isOver]))
  expect(outcomes).toEqual(acts.map(([what]) => [what, 200, false]))
  const responses = await attacking
  const statuses = new Set(responses.map(({ status }) => status))
  expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([])
  expect(responses.filter(({ status }) => status === 200).length).toBeLessThan(20)
})

async function running(): Promise<number> {
  const [row] = await sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%_wait%' and pid <> pg_backend_pid()`
  return row?.['count'] ?? 0
}

test('an address with too many calls at once gets 429 and Retry-After in the format of PostgREST', async () => {
  const responses = await attack('volatile_wait', () => 'one')
  const rejected = responses.filter(({ status }) => status === 429)
  expect(rejected.length).toBeGreaterThan(20)
  for (const response of rejected) {
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toEqual({
      code: 'PT429',
      details: null,
      hint: null,
      message: expect.stringContaining('address'),
    })
  }
})

function callOf(body: string, number: number): Promise<Response> {
  return fetch(`${url}/rest/v1/rpc/stable_wait`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json', 'x-client': `visitor ${number}` },
    body,
  })
}

const largeBody = `{"milliseconds":100}${' '.repeat(20_000)}`

test('of large calls one is read at a time, whatever addresses they come from, and small ones do not wait for them', async () => {
  const large = Array.from({ length: 40 }, (_, number) => callOf(largeBody, number))
  const small = Array.from({ length: 5 }, (_, number) => callOf('{"milliseconds":10}', 100 + number))
  expect((await Promise.all(small)).map(({ status }) => status)).toEqual(small.map(() => 200))
  expect(new Set((await Promise.all(large)).map(({ status }) => status))).toEqual(new Set([200, 503]))
})

/**
 * Begins a call whose body is sent later.
 * @returns sends it, and returns the status of the answer
 */
async function beginCall(body: string, client: string): Promise<() => Promise<number | undefined>> {
  const slow = request(`${url}/rest/v1/rpc/stable_wait`, {
    method: 'POST',
    headers: {
      apikey: keys.publishableKey,
      'content-type': 'application/json',
      'content-length': body.length,
      'x-client': client,
      expect: '100-continue',
    },
  })
  const answered = once(slow, 'response') as Promise<[IncomingMessage]>
  slow.flushHeaders()
  await once(slow, 'continue')
  return async () => {
    slow.end(body)
    const [response] = await answered
    response.resume()
    return response.statusCode
  }
}

test('a large call whose body has not arrived does not keep another one waiting', async () => {
  const end = await beginCall(largeBody, 'slow')
  expect((await callOf(largeBody, 1)).status).toBe(200)
  expect(await end()).toBe(200)
})

test('calls whose bodies have not arrived keep no other call of their address waiting', async () => {
  const body = '{"milliseconds":10}'
  const ends = await Promise.all([beginCall(body, 'visitor 1'), beginCall(body, 'visitor 1')])
  expect((await callOf(body, 1)).status).toBe(200)
  expect(await Promise.all(ends.map((end) => end()))).toEqual([200, 200])
})

test('calls of a client that has left are not started', async () => {
  const leaving = new AbortController()
  const headers = { apikey: keys.publishableKey, 'content-type': 'application/json', 'x-client': 'leaving' }
  const call = (milliseconds: number, signal?: AbortSignal) =>
    fetch(`${url}/rest/v1/rpc/noted_wait`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ milliseconds }),
      signal: signal ?? null,
    }).catch(() => null)
  const calls = Array.from({ length: 12 }, () => call(500, leaving.signal))
  await expect.poll(running).toBe(2)
  leaving.abort()
  await Promise.all(calls)
  // The next call of the address is served after those that wait.
  await expect.poll(async () => (await call(1))?.status).toBe(200)
  const [row] = await sql`select count(*)::int as started from waits where milliseconds = 500`
  expect(row?.['started']).toBe(2)
})

const asAdmin = async () => ({
  apikey: keys.publishableKey,
  authorization: `Bearer ${(await staff.auth.getSession()).data.session?.access_token}`,
})
const asVisitor = async () => ({ apikey: keys.publishableKey, 'x-client': 'reading' })

const reads: [what: string, path: string, milliseconds: number, headers: () => Promise<Record<string, string>>][] = [
  ['function call of a visitor', 'stable_wait', 2_900, asVisitor],
  ['read of an admin', 'stable_wait', 7_000, asAdmin],
]

test.each(reads)('a %s ends in the database when its client leaves', async (_what, name, milliseconds, headers) => {
  const leaving = new AbortController()
  const options = { headers: await headers(), signal: leaving.signal }
  const reading = fetch(`${url}/rest/v1/rpc/${name}?milliseconds=${milliseconds}`, options).catch(() => null)
  await expect.poll(running).toBe(1)
  const [started] = await sql`select min(query_start) as at from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%_wait%' and pid <> pg_backend_pid()`
  leaving.abort()
  await reading
  await expect.poll(running, { interval: 20 }).toBe(0)
  const [row] = await sql`select 1000 * extract(epoch from now() - ${started?.['at']})::float as lasted`
  expect(row?.['lasted']).toBeLessThan(milliseconds)
  // Its connection is replaced.
  const again = await fetch(`${url}/rest/v1/jobs?select=id&limit=1`, { headers: await headers() })
  expect(again.status).toBe(200)
})
