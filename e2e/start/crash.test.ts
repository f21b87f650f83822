import { join } from 'node:path'
import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { endEverything, isRunning, launch } from './command.ts'
import {
  cleanUp,
  databaseUrl,
  newFolder,
  postmasterOf,
  generatedKeys,
  query,
  serverOn,
  shownJobs,
  startServer,
  type Server,
} from './server.ts'

afterEach(endEverything)
afterAll(cleanUp)

const dataDir = join(newFolder(), 'data')
const writers = 4

/** Writes organizations until the server is gone. @param acknowledged receives those that it says it has written */
async function writeUntilGone(server: Server, writer: number, acknowledged: string[]): Promise<void> {
  const apikey = generatedKeys(dataDir).secretKey
  for (let row = 0; ; row++) {
    const slug = `written-${server.pid}-${writer}-${row}`
    const answer = await fetch(`${server.url}/rest/v1/organizations`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify({ name: slug, slug }),
    }).catch(() => undefined)
    if (!answer) return
    if (answer.status === 201) acknowledged.push(slug)
    else await sleep(10)
  }
}

/** @returns what the server acknowledged before it was gone */
async function crashUnderLoad(server: Server, crash: () => void): Promise<string[]> {
  const acknowledged: string[] = []
  const writing = Array.from({ length: writers }, (_, writer) => writeUntilGone(server, writer, acknowledged))
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(100)
  crash()
  await Promise.all(writing)
  return acknowledged
}

async function lostOf(acknowledged: string[]): Promise<string[]> {
  const rows = await query(databaseUrl(dataDir), 'select slug from public.organizations')
  const kept = new Set(rows.map(({ slug }) => slug))
  return acknowledged.filter((slug) => !kept.has(slug))
}

describe('kill -9', () => {
  test('of the server: the next start finds the database it left behind and loses nothing', async () => {
    const server = await startServer(dataDir)
    const orphan = postmasterOf(dataDir) ?? 0
    const acknowledged = await crashUnderLoad(server, () => process.kill(server.pid, 'SIGKILL'))
    expect(isRunning(orphan)).toBe(true)

    const next = await startServer(dataDir)
    expect(next.output()).toContain('Stopping the database that a killed server left running')
    expect(isRunning(orphan)).toBe(false)
    expect(await lostOf(acknowledged)).toEqual([])
    expect(await shownJobs(next)).toBe(25)
    await next.stop()
  })

  test('of the server and of the database: nothing is lost', async () => {
    const server = await startServer(dataDir)
    const acknowledged = await crashUnderLoad(server, () => {
      process.kill(postmasterOf(dataDir) ?? 0, 'SIGKILL')
      process.kill(server.pid, 'SIGKILL')
    })
    const next = await startServer(dataDir)
    expect(await lostOf(acknowledged)).toEqual([])
    await next.stop()
  })

  test('of the database, again and again: the same server answers every request and loses nothing', async () => {
    const server = await startServer(dataDir)
    const acknowledged = Array.from({ length: writers }, (): string[] => [])
    const writing = acknowledged.map((list, writer) => writeUntilGone(server, writer, list))
    // A request that is never answered would keep its writer waiting.
    const everyWriterGoesOn = async () => {
      const before = acknowledged.map((list) => list.length)
      // One more may be what was already on its way back.
      const waiting = () => acknowledged.filter((list, writer) => list.length < (before[writer] ?? 0) + 2)
      await expect.poll(waiting, { timeout: 20_000 }).toEqual([])
    }
    for (let kills = 0; kills < 5; kills++) {
      await everyWriterGoesOn()
      await expect.poll(() => isRunning(postmasterOf(dataDir) ?? 0), { timeout: 20_000 }).toBe(true)
      process.kill(postmasterOf(dataDir) ?? 0, 'SIGKILL')
    }
    await everyWriterGoesOn()
    expect(await lostOf(acknowledged.flat())).toEqual([])
    expect(await shownJobs(server)).toBe(25)
    expect(server.output()).toContain('The database ended unexpectedly: starting it again')
    await server.stop()
    await Promise.all(writing)
  })
})

test('a second server on the same folder is refused with one sentence and disturbs nobody', async () => {
  const server = await startServer(dataDir)
  const second = launch(process.execPath, ['server/main.ts'], { env: await serverOn(dataDir) })
  expect(await second.ended()).toBe(1)
  const sentence = `Another server is running on the folder ${realpathSync(dataDir)}: stop it first or set another DATA_DIR.`
  expect(second.errors()).toBe(`${sentence}\n`)
  expect(second.output()).toBe('')
  expect(await shownJobs(server)).toBe(25)
  await server.stop()
})
