import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { databaseOf, startServer, temporaryFolder, type RunningServer } from '#bench/running-server.ts'
import type { CrowdCommand, CrowdReport } from './crowd-messages.ts'

const changes = 20
/** Milliseconds after which a change that somebody has not heard of counts as lost. */
const longest = 10_000

/**
 * Prints how a crowd of sockets hears of one change per second, what a socket costs, and how fast everybody is back after
 * a restart. The crowd is a second process on the same machine.
 */
export async function measureRealtime(count: number): Promise<void> {
  const folder = temporaryFolder()
  const settings = { SAMPLE_DATA: 'off', HOST: '127.0.0.1', PORT: String(await freeLocalPort()) }
  let server = await startServer(folder.path, settings)
  const crowd = new Crowd(count)
  const sql = postgres(databaseOf(folder.path), { max: 1, onnotice: () => {} })
  try {
    await pause(2_000)
    const before = memoryOf(server)
    const opening = await crowd.open(socketAddress(server, folder.path))
    const after = memoryOf(server)
    const latencies = await hear(crowd, sql)
    const heard = latencies.length / (changes * count)
    latencies.sort((a, b) => a - b)
    const memory = memoryOf(server)
    await sql.end()
    const gone = Date.now()
    await server.stop()
    const back = crowd.everybodyJoined()
    server = await startServer(folder.path, settings)
    const up = Date.now()
    const last = await back
    console.log(
      `\nRealtime, ${count.toLocaleString('en')} sockets, one change per second; load ${loadavg()[0]?.toFixed(1)}`,
    )
    console.table({
      'sockets opened and joined per second': Math.round(count / (opening / 1000)),
      'KB per socket, joined': ((after - before) / count).toFixed(1),
      'KB per socket, after the changes': ((memory - before) / count).toFixed(1),
      'delivered, %': (heard * 100).toFixed(2),
      'from the write to a socket, p50 ms': Math.round(latencies[Math.floor(latencies.length * 0.5)] ?? 0),
      'from the write to a socket, p99 ms': Math.round(latencies[Math.floor(latencies.length * 0.99)] ?? 0),
      'from the write to the last socket, worst ms': Math.round(latencies.at(-1) ?? 0),
      'restart: everybody joined after, ms': Math.round(last - gone),
      'of these after the server was up, ms': Math.round(last - up),
    })
  } finally {
    crowd.end()
    await server.stop()
    folder.remove()
  }
}

/** @returns for each change and socket the milliseconds from the write to the arrival */
async function hear(crowd: Crowd, sql: postgres.Sql): Promise<number[]> {
  const latencies: number[] = []
  for (let change = -2; change < changes; change += 1) {
    const name = `Change ${change}`
    const written = performance.timeOrigin + performance.now()
    await sql`insert into jobs (title, slug) values (${name}, gen_random_uuid())`
    await pause(Math.max(0, 1_000 - (performance.timeOrigin + performance.now() - written)))
    // The first ones prepare plans and are not counted.
    if (change >= 0) latencies.push(...(await crowd.arrivals(name)).map((at) => at - written))
  }
  return latencies
}

class Crowd {
  readonly #process: ChildProcess = fork(new URL('crowd.ts', import.meta.url))
  readonly #count: number
  #hear: (report: CrowdReport) => void = () => {}

  constructor(count: number) {
    this.#count = count
    this.#process.on('message', (report: CrowdReport) => this.#hear(report))
  }

  /** @returns milliseconds until everybody had joined */
  async open(url: string): Promise<number> {
    const start = Date.now()
    const joined = this.everybodyJoined()
    this.#tell({ kind: 'open', url, count: this.#count })
    return (await joined) - start
  }

  /** @returns when the last one joined, in milliseconds since the epoch */
  everybodyJoined(): Promise<number> {
    return new Promise((resolve) => {
      this.#hear = (report) => {
        if (report.kind === 'joined' && report.joined === this.#count) resolve(report.at)
      }
    })
  }

  /** Waits until everybody has heard, but not for ever. */
  async arrivals(name: string): Promise<number[]> {
    for (const end = Date.now() + longest; ; await pause(100)) {
      const at = await this.#ask(name)
      if (at.length >= this.#count || Date.now() > end) return at
    }
  }

  end(): void {
    this.#tell({ kind: 'end' })
  }

  #ask(name: string): Promise<number[]> {
    return new Promise((resolve) => {
      this.#hear = (report) => {
        if (report.kind === 'arrivals' && report.name === name) resolve(report.at)
      }
      this.#tell({ kind: 'arrivals', name })
    })
  }

  #tell(command: CrowdCommand): void {
    this.#process.send(command)
  }
}

function socketAddress({ url }: RunningServer, dataDir: string): string {
  const { publishableKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    publishableKey: string
  }
  return `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`
}

/** @returns resident memory of the server process, in KB (1,024 bytes) */
function memoryOf({ pid }: RunningServer): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

/** Below the ports that outgoing connections take: the crowd must not take it while the server restarts. */
async function freeLocalPort(): Promise<number> {
  for (let port = 20_000; ; port += 1) {
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
        .once('error', () => resolve(false))
        .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
