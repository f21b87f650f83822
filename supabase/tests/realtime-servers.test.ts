import { openDatabaseProxy, type DatabaseProxy } from '#test/fakes/database-proxy.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { openRaw, joinPayload } from './raw-socket.ts'
import { clientKinds, listen, until, type Listener } from './realtime-client.ts'
import { admin, runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const everyJob = { event: '*', schema: 'public', table: 'jobs' }
const titlesOf = ({ received }: Listener) => received.map(({ new: row }) => row['title'])

describe('two servers on one database', async () => {
  const database = await makeDatabase('migrated')
  const { sql } = database
  const [first, second] = [await runBackend(database), await runBackend(database)]

  test('two servers deliver every change once to each of their clients', async () => {
    const listeners = await Promise.all(
      [first, second, first, second].map(({ url }, number) => listen(everyJob, { url, name: `own ${number}` })),
    )
    const { data } = await first.client().auth.signInWithPassword(admin)
    const token = data.session?.access_token ?? ''
    // A session that one server created is valid on the other.
    const staff = await listen(everyJob, { url: second.url, token })
    const titles = Array.from({ length: 60 }, (_, number) => `Job ${number}`)
    await Promise.all(titles.map((title) => sql`insert into jobs (title, slug) values (${title}, gen_random_uuid())`))
    await sql`insert into jobs (title, slug, status) values ('Draft', gen_random_uuid(), 'inactive')`
    await sql`insert into jobs (title, slug) values ('Last', gen_random_uuid())`
    for (const listener of [...listeners, staff])
      await listener.until(({ received }) => received.at(-1)?.new['title'] === 'Last')
    for (const listener of listeners) {
      expect(titlesOf(listener)).toHaveLength(61)
      expect(new Set(titlesOf(listener))).toEqual(new Set([...titles, 'Last']))
    }
    expect(titlesOf(staff).length).toBe(62)
  })

  test('a server that stops closes its sockets, and the other continues', async () => {
    const there = await listen(everyJob, { url: first.url })
    const gone = await openRaw({ url: second.url })
    await second.stop()
    await gone.until(({ closed }) => closed.length === 1)
    expect(gone.closed).toEqual([{ code: 1012, reason: 'Server restarts' }])
    await sql`insert into jobs (title, slug) values ('Alone', gen_random_uuid())`
    await there.until(({ received }) => received.length === 1)
  })
})

describe.each(clientKinds)('restart of a server, with the official client %s', async (kind) => {
  const database = await makeDatabase('migrated')
  const { sql } = database
  const addJob = (title: string) => sql`insert into jobs (title, slug) values (${title}, gen_random_uuid())`

  test('a client receives changes from before a restart, during it and before it has reconnected', async () => {
    const before = await runBackend(database)
    const port = Number(new URL(before.url).port)
    const listener = await listen(everyJob, { url: before.url, kind })
    await addJob('Before')
    await listener.until(({ received }) => received.length === 1)
    await before.stop()
    await addJob('Meanwhile')
    await sql`update jobs set title = 'Before, corrected' where title = 'Before'`
    await runBackend(database, { port })
    await addJob('Before the client is back')
    await until(() => listener.system.length === 2, 'the client has joined again')
    await addJob('After')
    await listener.until(({ received }) => received.at(-1)?.new['title'] === 'After')
    expect(titlesOf(listener)).toEqual([
      'Before',
      'Meanwhile',
      'Before, corrected',
      'Before the client is back',
      'After',
    ])
  })
})

test('R17: clients that all come back at once get every change, and tables are answered meanwhile', async () => {
  const database = await makeDatabase('migrated')
  const addJob = (title: string) => database.sql`insert into jobs (title, slug) values (${title}, gen_random_uuid())`
  const before = await runBackend(database)
  const { url } = before
  const clients = Array.from({ length: 400 }, (_, number) => `client ${number % 20}`)
  const join = { topic: 'realtime:jobs', event: 'phx_join', payload: joinPayload(everyJob) }
  const connect = (address: string) => openRaw({ url, address })
  const first = await Promise.all(clients.map(connect))
  for (const raw of first) expect((await raw.request(join)).payload['status']).toBe('ok')
  await before.stop()
  for (const raw of first) {
    await raw.until(({ closed }) => closed.length === 1)
    expect(raw.closed[0]?.code).toBe(1012)
  }
  await addJob('Meanwhile')
  const { client } = await runBackend(database, { port: Number(new URL(url).port) })
  const storm = clients.map(async (address) => {
    const raw = await connect(address)
    await raw.request(join)
    return raw
  })
  const { data, error } = await client().from('jobs').select('title')
  expect([data, error]).toEqual([[{ title: 'Meanwhile' }], null])
  const back = await Promise.all(storm)
  await addJob('Afterwards')
  for (const raw of back) {
    const changes = () => raw.messages.filter(({ event }) => event === 'postgres_changes')
    await raw.until(() => changes().length === 2)
    expect(changes().map(({ payload }) => (payload['data'] as { record: object }).record)).toMatchObject([
      { title: 'Meanwhile' },
      { title: 'Afterwards' },
    ])
  }
})

test('a new server does not deliver changes from before its first start', async () => {
  const database = await makeDatabase('migrated')
  await database.sql`insert into jobs (title, slug) values ('Long ago', 'long-ago')`
  const { url, settled } = await runBackend(database)
  await database.sql`insert into jobs (title, slug) values ('Just now', 'just-now')`
  await settled()
  const listener = await listen(everyJob, { url })
  await database.sql`insert into jobs (title, slug) values ('From now on', 'from-now-on')`
  await listener.until(({ received }) => received.length > 0)
  expect(titlesOf(listener)).toEqual(['From now on'])
})

describe('realtime while the database is unreachable', async () => {
  const database = await makeDatabase('migrated')
  const { sql } = database
  const proxy = await openTestProxy(database.url)
  const failures: string[] = []
  const { url, client } = await runBackend(
    { ...database, url: proxy.url },
    { logFailure: (what) => failures.push(what) },
  )
  const { data } = await client().auth.signInWithPassword(admin)
  const token = data.session?.access_token ?? ''
  const addJob = (title: string) => sql`insert into jobs (title, slug) values (${title}, gen_random_uuid())`
  const isOutage = (what: string) => what.startsWith('The changes')

  test('sockets stay open while the database is unreachable and receive the changes afterwards', async () => {
    const [visitor, staff] = await Promise.all([listen(everyJob, { url }), listen(everyJob, { url, token })])
    const filtered = await listen({ ...everyJob, filter: 'title=neq.Written now' }, { url, name: 'filtered' })
    proxy.cut()
    await addJob('Written now')
    const raw = await openRaw({ url })
    await until(() => failures.some(isOutage), 'the server has noticed')
    expect((await raw.request({ event: 'heartbeat' })).payload['status']).toBe('ok')
    // A visitor's channel without a filter needs no database.
    const join = { topic: 'realtime:jobs', event: 'phx_join' }
    expect((await raw.request({ ...join, payload: joinPayload(everyJob) })).payload['status']).toBe('ok')
    const rejected = await raw.request({
      ...join,
      topic: 'realtime:staff',
      payload: { ...joinPayload(everyJob), access_token: token },
    })
    expect(rejected.payload).toEqual({
      status: 'error',
      response: { reason: 'DatabaseConnectionIssue: Please try again' },
    })
    expect([visitor, staff].map(titlesOf)).toEqual([[], []])
    await proxy.repair()
    await addJob('Written later')
    for (const listener of [visitor, staff]) await listener.until(({ received }) => received.length === 2)
    await filtered.until(({ received }) => received.length === 1)
    await raw.until(({ messages }) => messages.filter(({ event }) => event === 'postgres_changes').length === 2)
    for (const listener of [visitor, staff]) {
      expect(titlesOf(listener)).toEqual(['Written now', 'Written later'])
      expect(listener.statuses).toEqual(['SUBSCRIBED'])
    }
    expect(failures.filter(isOutage)).toHaveLength(1)
  })

  test('a database connection that is cut repeatedly loses no change', async () => {
    const listener = await listen(everyJob, { url })
    const titles = Array.from({ length: 12 }, (_, number) => `Cut ${number}`)
    for (const [number, title] of titles.entries()) {
      await addJob(title)
      if (number % 3 === 2) {
        proxy.cut()
        await new Promise((resolve) => setTimeout(resolve, 50 * number))
        await proxy.repair()
      }
    }
    await listener.until(({ received }) => received.length === titles.length)
    expect(titlesOf(listener)).toEqual(titles)
  })
})

async function openTestProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const proxy = await openDatabaseProxy(databaseUrl)
  afterAll(() => proxy.cut())
  return proxy
}
