import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { databaseOf, startServer, temporaryFolder, type RunningServer } from '#bench/running-server.ts'
import type { ClientsCommand, ClientsReport } from './clients-messages.ts'

const changes = 20
/** Milliseconds after which a change that was not delivered to every socket counts as lost. */
const deliveryTimeout = 10_000

/**
 * Prints delivery and latency of one change per second to many sockets, the memory per socket, and the time until all
 * clients have rejoined after a restart. The clients run in a second process on the same machine.
 */
export async function measureRealtime(count: number): Promise<void> {
  const folder = temporaryFolder()
  const settings = { SAMPLE_DATA: 'off', HOST: '127.0.0.1', PORT: String(await freeLocalPort()) }
  let server = await startServer(folder.path, settings)
  const clients = new Clients(count)
  const sql = postgres(databaseOf(folder.path), { max: 1, onnotice: () => {} })
  try {
    await pause(2_000)
    const before = memoryOf(server)
    const opening = await clients.open(socketAddress(server, folder.path))
    const after = memoryOf(server)
    const latencies = await measureLatencies(clients, sql)
    const delivered = latencies.length / (changes * count)
    latencies.sort((a, b) => a - b)
    const memory = memoryOf(server)
    await sql.end()
    const stoppedAt = Date.now()
    await server.stop()
    const rejoined = clients.allJoined()
    server = await startServer(folder.path, settings)
    const readyAt = Date.now()
    const last = await rejoined
    console.log(
      `\nRealtime, ${count.toLocaleString('en')} sockets, one change per second; load ${loadavg()[0]?.toFixed(1)}`,
    )
    console.table({
      'sockets opened and joined per second': Math.round(count / (opening / 1000)),
      'KB per socket, joined': ((after - before) / count).toFixed(1),
      'KB per socket, after the changes': ((memory - before) / count).toFixed(1),
      'delivered, %': (delivered * 100).toFixed(2),
      'from the write to a socket, p50 ms': Math.round(latencies[Math.floor(latencies.length * 0.5)] ?? 0),
      'from the write to a socket, p99 ms': Math.round(latencies[Math.floor(latencies.length * 0.99)] ?? 0),
      'from the write to the last socket, worst ms': Math.round(latencies.at(-1) ?? 0),
      'restart: all clients joined after, ms': Math.round(last - stoppedAt),
      'of these after the server was up, ms': Math.round(last - readyAt),
    })
  } finally {
    clients.end()
    await server.stop()
    folder.remove()
  }
}

/** @returns for each change and socket the milliseconds from the write to the arrival */
async function measureLatencies(clients: Clients, sql: postgres.Sql): Promise<number[]> {
  const latencies: number[] = []
  for (let change = -2; change < changes; change += 1) {
    const name = `Change ${change}`
    const written = performance.timeOrigin + performance.now()
    await sql`insert into jobs (title, slug) values (${name}, gen_random_uuid())`
    await pause(Math.max(0, 1_000 - (performance.timeOrigin + performance.now() - written)))
    // The first changes warm up the query plans and are not counted.
    if (change >= 0) latencies.push(...(await clients.arrivals(name)).map((at) => at - written))
  }
  return latencies
}

/** Controls the child process with the clients. */
class Clients {
  readonly #process: ChildProcess = fork(new URL('clients.ts', import.meta.url))
  readonly #count: number
  #onReport: (report: ClientsReport) => void = () => {}

  constructor(count: number) {
    this.#count = count
    this.#process.on('message', (report: ClientsReport) => this.#onReport(report))
  }

  /** @returns milliseconds until all clients have joined */
  async open(url: string): Promise<number> {
    const start = Date.now()
    const joined = this.allJoined()
    this.#send({ kind: 'open', url, count: this.#count })
    return (await joined) - start
  }

  /** @returns when the last client joined, in milliseconds since the epoch */
  allJoined(): Promise<number> {
    return new Promise((resolve) => {
      this.#onReport = (report) => {
        if (report.kind === 'joined' && report.joined === this.#count) resolve(report.at)
      }
    })
  }

  /** Waits until all sockets have received the change, or until the timeout. */
  async arrivals(name: string): Promise<number[]> {
    for (const end = Date.now() + deliveryTimeout; ; await pause(100)) {
      const at = await this.#requestArrivals(name)
      if (at.length >= this.#count || Date.now() > end) return at
    }
  }

  end(): void {
    this.#send({ kind: 'end' })
  }

  #requestArrivals(name: string): Promise<number[]> {
    return new Promise((resolve) => {
      this.#onReport = (report) => {
        if (report.kind === 'arrivals' && report.name === name) resolve(report.at)
      }
      this.#send({ kind: 'arrivals', name })
    })
  }

  #send(command: ClientsCommand): void {
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

/** Below the range of outgoing connections, so that no client takes the port while the server restarts. */
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
