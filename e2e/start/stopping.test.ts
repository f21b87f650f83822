import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { childrenOf, isRunning, launch, type Command } from './command.ts'
import { preparedFolder } from './prepared-folder.ts'
import {
  cleanUp,
  generatedKeys,
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

const dataDir = preparedFolder()

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

/** A client that uses one connection again and again, as a proxy does, until a response says that it was the last. */
class KeepAliveClient {
  responses = 0
  failures: string[] = []
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  async run(url: string, headers: Record<string, string>): Promise<void> {
    let isLast = false
    while (!isLast) {
      try {
        const response = await this.#send(url, headers)
        if (response.statusCode !== 200) this.failures.push(`status ${response.statusCode}`)
        isLast = response.headers.connection === 'close'
        this.responses += 1
      } catch (error) {
        // Its connection ended without notice, and another one is refused.
        this.failures.push(String(error))
        isLast = true
      }
      await pause(Math.random() * 1_500)
    }
    this.#agent.destroy()
  }

  #send(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      get(url, { agent: this.#agent, headers }, (response) => {
        response
          .on('error', reject)
          .on('end', () => resolve(response))
          .resume()
      }).on('error', reject)
    })
  }
}

test('on SIGTERM at 200 requests a second every request is answered', async () => {
  const server = await startServer(dataDir)
  const { publishableKey } = generatedKeys(dataDir)
  const live = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}`)
  const liveClosed = new Promise<number>((resolve) => live.addEventListener('close', ({ code }) => resolve(code)))
  const paths = ['/', '/jobs', '/results', '/search?q=railway', '/jobs?search=clerk']
  const from = (number: number) => ({ 'x-forwarded-for': `203.0.113.${number}` })
  // Asked for twice, the answers of the searches are in memory: sixty first ones at once would be too much for a slow database.
  for (const path of paths)
    for (const number of [201, 202]) await (await fetch(server.url + path, { headers: from(number) })).text()
  const clients = Array.from({ length: 150 }, () => new KeepAliveClient())
  const running = clients.map((client, number) => client.run(server.url + paths[number % paths.length], from(number)))
  const total = () => clients.reduce((sum, { responses }) => sum + responses, 0)
  const fewest = () => Math.min(...clients.map(({ responses }) => responses))
  await expect.poll(total).toBeGreaterThan(1_000)
  await expect.poll(fewest).toBeGreaterThan(1)
  const stopping = server.stop('SIGTERM')
  await Promise.all(running)
  expect(clients.flatMap(({ failures }) => failures)).toEqual([])
  // After 9 seconds the server would end with another code.
  expect(await stopping).toBe(0)
  expect(await liveClosed).toBe(1012)
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
