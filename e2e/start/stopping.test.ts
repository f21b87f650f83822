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

const dataDir = join(newFolder(), 'data')

/** @returns all processes of a running command, from npm down to PostgreSQL */
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

async function gone(processes: number[]): Promise<void> {
  await expect.poll(() => processes.filter(isRunning)).toEqual([])
}

describe.each(Object.entries(programs))('stopping %s', (name, [program = '', ...args]) => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(`${name} and all its processes end on %s`, async (signal) => {
    const server = await startWith(program, ...args)
    const processes = processesOf(server)
    expect(processes).toContain(postmasterOf(dataDir))
    await server.stop(signal)
    // The last process closes its output shortly before it ends.
    await gone(processes)
    expect(postmasterOf(dataDir)).toBe(undefined)
  })
})

test('Ctrl-C, which signals every program of the terminal at once, stops without errors', async () => {
  const server = await startWith('npm', 'start')
  const processes = processesOf(server)
  const database = postmasterOf(dataDir)
  process.kill(-server.pid, 'SIGINT')
  await gone(processes)
  expect(server.errors()).not.toMatch(/error/i)
  expect(processes).toContain(database)
})

test.each(['npm start', 'the command behind it'])('kill -9 of %s ends its other processes', async (name) => {
  const [program = '', ...args] = programs[name] ?? []
  const server = await startWith(program, ...args)
  const processes = processesOf(server)
  process.kill(server.pid, 'SIGKILL')
  await gone(processes)
  expect(postmasterOf(dataDir)).toBe(undefined)
})

test('open connections and unfinished requests do not delay the stop', async () => {
  const server = await startServer(dataDir)
  await shownJobs(server)
  const slow = connect(Number(new URL(server.url).port), '127.0.0.1')
  slow.on('error', () => {})
  slow.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
  await new Promise((resolve) => slow.once('connect', resolve))
  // After its grace period the server would end with another code.
  expect(await server.stop()).toBe(0)
})

test.each(['Creating the database', 'Database schema', 'Loaded the sample notices'])(
  'a first start that is stopped at "%s" ends all its processes, and the next one completes it',
  async (message) => {
    const fresh = join(newFolder(), 'data')
    const stopped = launch(process.execPath, ['server/main.ts'], { env: await serverOn(fresh) })
    await stopped.waitForOutput(message)
    const processes = processesOf(stopped)
    await stopped.stop('SIGINT')
    await gone(processes)

    const server = await startServer(fresh)
    const account = shownAccount(server.output()) ?? shownAccount(stopped.output())
    expect(account && (await signIn(server, account))).toBe(200)
    expect(await shownJobs(server)).toBe(25)
    await server.stop()
  },
)
