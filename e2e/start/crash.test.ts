import { join } from 'node:path'
import { realpathSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { lostOf, writeUntilGone } from './acknowledged-writes.ts'
import { endEverything, isRunning, launch } from './command.ts'
import {
  cleanUp,
  databaseUrl,
  newFolder,
  postmasterOf,
  query,
  serverOn,
  shownJobs,
  startServer,
  type Server,
} from './server.ts'

afterEach(endEverything)
afterAll(cleanUp)

// Not a prepared folder: its database acknowledges a write before it has written it.
const dataDir = join(newFolder(), 'data')
const writers = 4

/** @returns the slugs that the server acknowledged before the crash */
async function crashUnderLoad(server: Server, crash: () => void): Promise<string[]> {
  const acknowledged: string[] = []
  const writing = Array.from({ length: writers }, (_, writer) => writeUntilGone(server, writer, acknowledged))
  await expect.poll(() => acknowledged.length).toBeGreaterThan(100)
  crash()
  await Promise.all(writing)
  return acknowledged
}

test('a first start that loses its database says so in one sentence, and the next one goes on', async () => {
  const folder = join(newFolder(), 'data')
  const env = await serverOn(folder, { SAMPLE_DATA: 'off' })
  const first = launch(process.execPath, ['server/main.ts'], { env })
  // As a full disk does, of which PostgreSQL ends all connections.
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'suchana'
    and exists (select from pg_locks where locktype = 'advisory' and granted)`
  const terminated = () => query(databaseUrl(folder), end).catch(() => [])
  await expect
    .poll(async () => (postmasterOf(folder) ? (await terminated()).length : 0), { interval: 5 })
    .toBeGreaterThan(0)
  expect(await first.ended()).toBe(1)
  expect(first.errors()).toMatch(
    /^The database has ended \(.*\): the server has not started\. .*postgres\.log says why, such as a full disk\.\n$/,
  )
  const next = await startServer(folder, { env: { SAMPLE_DATA: 'off' } })
  await next.stop()
})

describe('kill -9', () => {
  test('kill -9 of the server: the next start stops the orphaned database and no acknowledged write is lost', async () => {
    const server = await startServer(dataDir)
    const orphan = postmasterOf(dataDir) ?? 0
    const acknowledged = await crashUnderLoad(server, () => process.kill(server.pid, 'SIGKILL'))
    expect(isRunning(orphan)).toBe(true)

    const next = await startServer(dataDir)
    expect(next.output()).toContain('Stopping the database that a killed server left running')
    expect(isRunning(orphan)).toBe(false)
    expect(await lostOf(dataDir, acknowledged)).toEqual([])
    expect(await shownJobs(next)).toBe(25)
    await next.stop()
  })

  test('kill -9 of the server and of the database: no acknowledged write is lost', async () => {
    const server = await startServer(dataDir)
    const acknowledged = await crashUnderLoad(server, () => {
      process.kill(postmasterOf(dataDir) ?? 0, 'SIGKILL')
      process.kill(server.pid, 'SIGKILL')
    })
    const next = await startServer(dataDir)
    expect(await lostOf(dataDir, acknowledged)).toEqual([])
    await next.stop()
  })

  test('repeated kill -9 of the database: the server restarts it, responds to every request and loses no write', async () => {
    const server = await startServer(dataDir)
    const acknowledged = Array.from({ length: writers }, (): string[] => [])
    const writing = acknowledged.map((list, writer) => writeUntilGone(server, writer, list))
    // A request without a response would block its writer.
    const everyWriterContinues = async () => {
      const before = acknowledged.map((list) => list.length)
      // One more acknowledgement may have been in flight.
      const waiting = () => acknowledged.filter((list, writer) => list.length < (before[writer] ?? 0) + 2)
      await expect.poll(waiting).toEqual([])
    }
    for (let kills = 0; kills < 5; kills++) {
      await everyWriterContinues()
      await expect.poll(() => isRunning(postmasterOf(dataDir) ?? 0)).toBe(true)
      process.kill(postmasterOf(dataDir) ?? 0, 'SIGKILL')
    }
    await everyWriterContinues()
    expect(await lostOf(dataDir, acknowledged.flat())).toEqual([])
    expect(await shownJobs(server)).toBe(25)
    for (const message of ['The database ended unexpectedly: starting it again', 'The database is back'])
      expect(server.errors()).toContain(`"message":"${message}"`)
    await server.stop()
    await Promise.all(writing)
  })
})

test('a second server on the same folder ends with one sentence and does not disturb the first', async () => {
  const server = await startServer(dataDir)
  const second = launch(process.execPath, ['server/main.ts'], { env: await serverOn(dataDir) })
  expect(await second.ended()).toBe(1)
  const sentence = `Another server, backup or restore is running on the folder ${realpathSync(dataDir)}: stop it first or set another DATA_DIR.`
  expect(second.errors()).toBe(`${sentence}\n`)
  expect(second.output()).toBe('')
  expect(await shownJobs(server)).toBe(25)
  await server.stop()
})
