import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabaseProxy } from '#test/fakes/database-proxy.ts'
import { makeDatabase } from './test-database.ts'

// What patches/postgres+3.4.9.patch changes in the driver.

const { url } = await makeDatabase('migrated')
const pools: postgres.Sql[] = []
afterAll(() => Promise.all(pools.map((sql) => sql.end({ timeout: 1 }))))

/** Options that the types of the driver do not know. */
interface Limits {
  max_pipeline?: number
  wait_timeout?: number
  max_waiting?: number
  answer_timeout?: number | ((statement: string) => number)
  max_result?: number
}

function open(given: Limits, databaseUrl = url): postgres.Sql {
  const limits: Limits = { max_pipeline: 0, ...given }
  const sql = postgres(databaseUrl, { max: 1, backoff: () => 0, ...limits })
  pools.push(sql)
  return sql
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)
const failure = (work: Promise<unknown>) => work.then(() => 'done', codeOf)

describe('waiting for a connection', () => {
  const waits: [what: string, wait: (sql: postgres.Sql) => Promise<unknown>][] = [
    ['a statement', (sql) => sql`select 1`.execute()],
    ['a transaction', (sql) => sql.begin((transaction) => transaction`select 1`)],
    ['a reserved connection', (sql) => sql.reserve().then((reserved) => reserved.release())],
  ]

  test.each(waits)('%s waits for a limited time', async (_what, wait) => {
    const sql = open({ wait_timeout: 0.2 })
    const slow = sql`select pg_sleep(2)`.execute()
    await pause(0)
    expect(await failure(wait(sql))).toBe('WAIT_TIMEOUT')
    await slow
    expect(await failure(wait(sql))).toBe('done')
  })

  test('no more than the given number of statements wait', async () => {
    const sql = open({ max_waiting: 2 })
    const [slow, ...waiting] = Array.from({ length: 5 }, () => sql`select pg_sleep(0.2)`.execute())
    const results = waiting.map(failure)
    expect(await Promise.all(results)).toEqual(['done', 'done', 'TOO_MANY_WAITING', 'TOO_MANY_WAITING'])
    await slow
  })

  test('a statement behind others on the same connection waits for a limited time', async () => {
    const sql = open({ wait_timeout: 0.5, max_pipeline: 10 })
    const started = performance.now()
    const lasted = (work: Promise<unknown>) =>
      failure(work).then((result) => [result, performance.now() - started] as const)
    const first = sql`select pg_sleep(5)`.execute()
    await pause(0)
    const [result, milliseconds] = await lasted(sql`select 1`.execute())
    expect(result).toBe('WAIT_TIMEOUT')
    expect(milliseconds).toBeLessThan(4_000)
    // The statement that runs is not disturbed, and the connection can be used afterwards.
    await first
    expect(await failure(sql`select 1`.execute())).toBe('done')
  })

  test('statements of one transaction are no callers that wait', async () => {
    const sql = open({ wait_timeout: 0.2, max_waiting: 1 })
    const results = await sql.begin((transaction) =>
      Promise.all([transaction`select pg_sleep(0.5)`, transaction`select 2 as two`, transaction`select 3 as three`]),
    )
    expect(results.at(-1)).toMatchObject([{ three: 3 }])
  })
})

describe('an answer that does not come', () => {
  test.each([
    ['a statement', (sql: postgres.Sql) => sql`select pg_sleep(60)`.execute()],
    ['the statement of a transaction', (sql: postgres.Sql) => sql.begin((own) => own`select pg_sleep(60)`)],
  ])('%s is given up with its connection, and the next one uses another', async (_what, wait) => {
    const sql = open({ answer_timeout: 0.5 })
    const [before] = await sql`select pg_backend_pid() as id`
    // The end of a transaction reports the lost connection.
    expect(await failure(wait(sql))).toMatch(/^(ANSWER_TIMEOUT|CONNECTION_CLOSED)$/)
    const [after] = await sql`select pg_backend_pid() as id`
    expect(after?.['id']).not.toBe(before?.['id'])
  })

  test('the time is that of each statement, and not of a transaction or an idle connection', async () => {
    const sql = open({ answer_timeout: (statement) => (statement.includes('pg_sleep') ? 10 : 0.5) })
    // These pauses are longer than an answer may take: nothing must happen in them.
    await sql.begin(async (transaction) => {
      await transaction`select pg_sleep(1)`
      await pause(800)
      await transaction`select 1`
    })
    await pause(800)
    expect(await failure(sql`select 1`.execute())).toBe('done')
  })

  test('a database behind a line that swallows everything is given up, and used again afterwards', async () => {
    const proxy = await openDatabaseProxy(url)
    const sql = open({ answer_timeout: 0.5 }, proxy.url)
    await sql`select 1`
    proxy.silence()
    expect(await failure(sql`select 1`.execute())).toBe('ANSWER_TIMEOUT')
    await proxy.repair()
    await expect.poll(() => failure(sql`select 1`.execute())).toBe('done')
    await sql.end({ timeout: 1 })
    proxy.cut()
  })
})

describe('a result that is too large', () => {
  test.each([
    ['many rows', `select repeat('x', 1000) from generate_series(1, 100000)`],
    ['one large row', `select repeat('x', 50000000)`],
  ])('%s: it is not read to its end', async (_what, statement) => {
    const sql = open({ max_result: 1_000_000 })
    const before = process.memoryUsage().arrayBuffers
    expect(await failure(sql.unsafe(statement).execute())).toBe('RESULT_TOO_LARGE')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
    expect(await failure(sql`select 1`.execute())).toBe('done')
  })

  test('the size is that of each result', async () => {
    const sql = open({ max_result: 1_000_000 })
    for (let round = 0; round < 5; round++) expect(await sql`select repeat('x', 500000)`).toHaveLength(1)
  })
})

test('a connection goes on after rows were copied out of it faster than they were read', async () => {
  const sql = open({})
  await sql.begin(async (transaction) => {
    for (let rows = 20; rows <= 200; rows += 4) {
      const copied = await transaction
        .unsafe(`copy (select repeat('x', 2000) from generate_series(1, ${rows})) to stdout`)
        .readable()
      let lines = 0
      for await (const chunk of copied) {
        lines += String(chunk).split('\n').length - 1
        await pause(1)
      }
      expect(lines).toBe(rows)
      expect(await transaction`select 1 as one`).toEqual([{ one: 1 }])
    }
  })
}, 30_000)
