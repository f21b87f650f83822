import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { childrenOf, isRunning, launch, type Command } from './command.ts'
import {
  cleanUp,
  newFolder,
  postmasterOf,
  serverOn,
  shownAccount,
  shownJobs,
  signIn,
  startServer,
  untilReady,
  type Server,
} from './server.ts'

afterAll(cleanUp)

const limit = 5_000
const dataDir = join(newFolder(), 'data')

/** Every process of a running command, from npm down to the postmaster. */
function processesOf({ pid }: Command): number[] {
  return [pid, ...childrenOf(pid).flatMap((child) => processesOf({ pid: child } as Command))]
}

async function startWith(program: string, ...args: string[]): Promise<Server> {
  const settings = await serverOn(dataDir)
  return untilReady(launch(program, args, { env: settings }), settings)
}

const programs: Record<string, string[]> = {
  'npm start': ['npm', 'start'],
  'the command behind it': [process.execPath, 'scripts/run.mjs', 'start'],
  'the server': [process.execPath, 'server/main.ts'],
}

async function goneWithin(processes: number[], milliseconds: number): Promise<void> {
  await expect.poll(() => processes.filter(isRunning), { timeout: milliseconds, interval: 20 }).toEqual([])
}

describe.each(Object.entries(programs))('%s', (_name, [program = '', ...args]) => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends with everything it started on %s', async (signal) => {
    const server = await startWith(program, ...args)
    const processes = processesOf(server)
    expect(processes).toContain(postmasterOf(dataDir))
    expect(await server.stop(signal)).toBeLessThan(limit)
    // The last one closes its output a moment before it is gone.
    await goneWithin(processes, 500)
    expect(postmasterOf(dataDir)).toBe(undefined)
  })
})

test('Ctrl-C, which reaches every program at the terminal at once, stops in order', async () => {
  const server = await startWith('npm', 'start')
  const processes = processesOf(server)
  const database = postmasterOf(dataDir)
  process.kill(-server.pid, 'SIGINT')
  await goneWithin(processes, limit)
  expect(server.errors()).not.toMatch(/error/i)
  expect(processes).toContain(database)
})

test.each(['npm start', 'the command behind it'])('kill -9 of %s stops the rest', async (name) => {
  const [program = '', ...args] = programs[name] ?? []
  const server = await startWith(program, ...args)
  const processes = processesOf(server)
  process.kill(server.pid, 'SIGKILL')
  await goneWithin(processes, limit)
  expect(postmasterOf(dataDir)).toBe(undefined)
})

test('visitors who keep their connections open or never finish a request do not hold it up', async () => {
  const server = await startServer(dataDir)
  await shownJobs(server)
  const slow = connect(Number(new URL(server.url).port), '127.0.0.1')
  slow.on('error', () => {})
  slow.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
  await new Promise((resolve) => slow.once('connect', resolve))
  expect(await server.stop()).toBeLessThan(limit)
  expect(await server.ended()).toBe(0)
})

test.each(['Creating the database', 'Database schema', 'Loaded the sample notices'])(
  'a first start that is stopped when it says "%s" ends in time, and the next one completes it',
  async (moment) => {
    const fresh = join(newFolder(), 'data')
    const stopped = launch(process.execPath, ['server/main.ts'], { env: await serverOn(fresh) })
    await stopped.says(moment)
    const processes = processesOf(stopped)
    expect(await stopped.stop('SIGINT')).toBeLessThan(limit)
    expect(processes.filter(isRunning)).toEqual([])

    const server = await startServer(fresh)
    const account = shownAccount(server.output()) ?? shownAccount(stopped.output())
    expect(account && (await signIn(server, account))).toBe(200)
    expect(await shownJobs(server)).toBe(25)
    await server.stop()
  },
)
