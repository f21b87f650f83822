import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { showTable } from '#bench/figures.ts'
import { memoryKilobytes } from '#bench/process-figures.ts'
import { databaseOf, startServer, temporaryFolder } from '#bench/running-server.ts'
import { Clients, freeLocalPort, socketAddress } from './client-process.ts'

const changes = 20

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
    const before = memoryKilobytes(server.pid)
    const opening = await clients.open(socketAddress(server))
    const after = memoryKilobytes(server.pid)
    const latencies = await measureLatencies(clients, sql, changes)
    const delivered = latencies.length / (changes * count)
    latencies.sort((a, b) => a - b)
    const memory = memoryKilobytes(server.pid)
    await sql.end()
    const stoppedAt = Date.now()
    await server.stop()
    const rejoined = clients.allJoined()
    server = await startServer(folder.path, settings)
    const readyAt = Date.now()
    const last = await rejoined
    console.log(`\nLoad average ${loadavg()[0]?.toFixed(1)}`)
    showTable(`Realtime, ${count.toLocaleString('en')} sockets, one change per second`, {
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
export async function measureLatencies(clients: Clients, sql: postgres.Sql, changes: number): Promise<number[]> {
  const latencies: number[] = []
  const round = crypto.randomUUID()
  for (let change = -2; change < changes; change += 1) {
    const name = `Change ${change} of ${round}`
    const written = performance.timeOrigin + performance.now()
    await sql`insert into jobs (title, slug) values (${name}, gen_random_uuid())`
    await pause(Math.max(0, 1_000 - (performance.timeOrigin + performance.now() - written)))
    // The first changes warm up the query plans and are not counted.
    if (change >= 0) latencies.push(...(await clients.arrivals(name)).map((at) => at - written))
  }
  return latencies
}
