import { expect, onTestFinished, test, vi } from 'vitest'
import { addDays, indianDay } from '#domain/dates.ts'
import { runBackend, type RunningBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const popularCalls = {
  functions: { search_notices: 'query', search_suggestions: 'query', filtered_search: 'query', filtered_list: null },
  table: 'search_words',
}
const database = await makeDatabase('migrated')
const { sql } = database
const servers = [await runBackend(database, { popularCalls }), await runBackend(database, { popularCalls })]
const [server, other] = servers as [RunningBackend, RunningBackend]

interface Answer {
  rows?: { title: string }[]
  results?: { title: string }[]
  closeMatches?: { title: string }[]
}

async function call(name: string, given: Record<string, unknown>, by = server): Promise<Answer> {
  const { data, error } = await by.client().rpc(name, given)
  if (error) throw new Error(error.message)
  return data as Answer
}

async function titles(query: string, by = server): Promise<string[]> {
  const { results = [], closeMatches = [] } = await call('search_notices', { query }, by)
  return [...results, ...closeMatches].map(({ title }) => title)
}

/** @returns how many calls of the database an action makes */
async function queriesOf(action: () => Promise<unknown>, by = server): Promise<number> {
  const before = by.backend.figures().queries
  await action()
  return by.backend.figures().queries - before
}

async function waitingForLocks(): Promise<number> {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return rows.length
}

/** Nothing is answered from memory while a busy machine has not read the outbox for a while. */
async function noQueries(action: () => Promise<unknown>): Promise<void> {
  await expect.poll(() => queriesOf(action), { timeout: 90_000 }).toBe(0)
}

await sql`insert into jobs (title, slug) values ('Popular Warden', 'popular-warden'), ('Gate Keeper', 'gate-keeper')`

test.each([
  ['search_notices', { query: 'Warden' }, { query: ' wARDEN\n' }],
  ['search_suggestions', { query: 'War' }, { query: 'war ' }],
  ['filtered_search', { query: 'warden', sort: 'newest' }, { query: 'WARDEN', sort: 'newest' }],
])(
  '%s is answered from memory after it was asked twice, in any case and with any spaces around',
  async (name, given, same) => {
    // A change of one server is also a change for the other.
    await other.settled()
    await server.settled()
    const first = await call(name, given)
    await call(name, same)
    await noQueries(async () => expect(await call(name, given)).toEqual(first))
    await noQueries(() => call(name, same))
    expect(await queriesOf(() => call(name, { ...given, result_limit: 7 }))).toBe(1)
  },
)

test('a list under filters is answered from memory for the same filters, order and text', async () => {
  await sql`insert into jobs (title, slug, states) values ('Lamp Lighter', 'lamp-lighter', '{goa}')`
  await other.settled()
  await server.settled()
  const given = { content_table: 'jobs', filters: { state: 'goa' }, search: 'lamp', sort: 'closing' }
  const titlesOfList = async () => (await call('filtered_list', given)).rows?.map(({ title }) => title)
  expect(await titlesOfList()).toEqual(['Lamp Lighter'])
  await titlesOfList()
  await noQueries(async () => expect(await titlesOfList()).toEqual(['Lamp Lighter']))
  for (const different of [
    { filters: {} },
    { search: ' lamp' },
    { search: 'Lamp' },
    { sort: 'newest' },
    { page_size: 7 },
  ])
    expect(await queriesOf(() => call('filtered_list', { ...given, ...different }))).toBe(1)
  await sql`update jobs set title = 'Lamp Lighter of the Fort' where slug = 'lamp-lighter'`
  await expect.poll(titlesOfList).toEqual(['Lamp Lighter of the Fort'])
})

test('functions that are no searches always ask the database', async () => {
  for (let time = 0; time < 3; time += 1)
    expect(await queriesOf(() => call('trending_notices', { result_limit: 5 }))).toBe(1)
})

test('every server forgets its answers when a notice changes', async () => {
  for (const each of servers) for (let time = 0; time < 3; time += 1) await titles('gate keeper', each)
  await noQueries(() => titles('gate keeper'))
  await sql`update jobs set title = 'Gate Keeper of the Fort' where slug = 'gate-keeper'`
  for (const each of servers) await expect.poll(() => titles('gate keeper', each)).toEqual(['Gate Keeper of the Fort'])
})

test('every server forgets its answers when a search word changes', async () => {
  for (const each of servers) for (let time = 0; time < 3; time += 1) expect(await titles('dwarpal', each)).toEqual([])
  await sql`insert into search_words (written, means) values ('dwarpal', 'gate keeper')`
  for (const each of servers) await expect.poll(async () => (await titles('dwarpal', each)).length).toBe(1)
  await sql`update search_words set means = 'popular warden' where written = 'dwarpal'`
  for (const each of servers) await expect.poll(() => titles('dwarpal', each)).toEqual(['Popular Warden'])
  await sql`delete from search_words where written = 'dwarpal'`
  for (const each of servers) await expect.poll(() => titles('dwarpal', each)).toEqual([])
})

test('what an editor changes shows in the next answer', async () => {
  await titles('lighthouse')
  await titles('lighthouse')
  const editor = server.client(keys.secretKey)
  const { error } = await editor.from('jobs').insert({ title: 'Lighthouse Officer', slug: 'lighthouse-officer' })
  expect(error).toBeNull()
  expect(await titles('lighthouse')).toEqual(['Lighthouse Officer'])
})

test('calls with other rights than those of a visitor are not answered from memory', async () => {
  const { answered } = server.backend.figures().popular
  for (let time = 0; time < 3; time += 1) await server.client(keys.secretKey).rpc('search_notices', { query: 'beacon' })
  expect(server.backend.figures().popular.answered).toBe(answered)
})

test('refused writes and functions that an admin calls leave the answers in memory', async () => {
  const titlesOfGuards = () => titles('night guard')
  await noQueries(titlesOfGuards)
  const refused = await fetch(`${server.url}/rest/v1/jobs`, {
    method: 'POST',
    headers: { apikey: 'sb_secret_forged', 'content-type': 'application/json' },
    body: '{}',
  })
  expect(refused.status).toBe(401)
  const { error } = await server.client(keys.secretKey).rpc('trending_notices', { result_limit: 5 })
  expect(error).toBeNull()
  expect(server.backend.figures().popular.stored).toBeGreaterThan(0)
  await noQueries(titlesOfGuards)
})

test('a search is answered while all connections of the server itself wait', async () => {
  await noQueries(() => titles('night guard'))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  onTestFinished(() => release())
  const locked = Promise.withResolvers<void>()
  const lock = sql.begin(async (transaction) => {
    await transaction`lock table auth.users, sign_in_attempts in access exclusive mode`
    locked.resolve()
    await released
  })
  await locked.promise
  const signIns = Array.from({ length: 10 }, (_, number) =>
    fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `nobody-${number}@example.org`, password: 'no password' }),
    }),
  )
  let hasSignInEnded = false
  void Promise.race(signIns).then(() => (hasSignInEnded = true))
  await expect.poll(waitingForLocks).toBeGreaterThanOrEqual(6)
  await expect.poll(() => queriesOf(() => titles('night guard')), { timeout: 90_000 }).toBe(1)
  expect(hasSignInEnded).toBe(false)
  release()
  await Promise.all([lock, ...signIns])
})

test('nothing stays in memory in the first minute of a day in India', async () => {
  const tomorrow = Date.parse(`${addDays(indianDay(Date.now()), 1)}T00:00:00+05:30`)
  vi.useFakeTimers({ toFake: ['Date'], now: tomorrow + 5_000 })
  onTestFinished(() => void vi.useRealTimers())
  for (let time = 0; time < 4; time += 1) expect(await queriesOf(() => titles('night guard'))).toBe(1)
  vi.setSystemTime(tomorrow + 61_000)
  await noQueries(() => titles('night guard'))
})
