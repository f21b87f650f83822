import { join } from 'node:path'
import { realpathSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { isRunning, launch } from './command.ts'
import {
  cleanUp,
  databaseUrl,
  newFolder,
  postmasterOf,
  publishableKey,
  query,
  serverOn,
  shownJobs,
  startServer,
  type Server,
} from './server.ts'

afterAll(cleanUp)

const dataDir = join(newFolder(), 'data')
const writers = 4

/** Writes page views until the server is gone. @param acknowledged receives the paths that it says it has written */
async function writeUntilGone(server: Server, writer: number, acknowledged: string[]): Promise<void> {
  for (let view = 0; ; view++) {
    const page = `/view-${server.pid}-${writer}-${view}`
    const answer = await fetch(`${server.url}/rest/v1/analytics_events`, {
      method: 'POST',
      headers: { apikey: publishableKey(dataDir), 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify({ event_type: 'page_view', page }),
    }).catch(() => undefined)
    if (!answer) return
    if (answer.status === 201) acknowledged.push(page)
  }
}

/** @returns the paths that the server acknowledged before it was gone */
async function crashUnderLoad(server: Server, crash: () => void): Promise<string[]> {
  const acknowledged: string[] = []
  const writing = Array.from({ length: writers }, (_, writer) => writeUntilGone(server, writer, acknowledged))
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(100)
  crash()
  await Promise.all(writing)
  return acknowledged
}

async function keptViews(): Promise<Set<unknown>> {
  const rows = await query(databaseUrl(dataDir), 'select page from public.analytics_events')
  return new Set(rows.map(({ page }) => page))
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
    const kept = await keptViews()
    expect(acknowledged.filter((page) => !kept.has(page))).toEqual([])
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
    const kept = await keptViews()
    expect(acknowledged.filter((page) => !kept.has(page))).toEqual([])
    await next.stop()
  })

  test('of the database: the same server answers again by itself', async () => {
    const server = await startServer(dataDir)
    process.kill(postmasterOf(dataDir) ?? 0, 'SIGKILL')
    await expect.poll(() => shownJobs(server), { timeout: 10_000 }).toBe(25)
    expect(server.output()).toContain('The database ended unexpectedly: starting it again')
    await server.stop()
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
