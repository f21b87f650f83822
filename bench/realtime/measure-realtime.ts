import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { showTable } from '#bench/figures.ts'
import { memoryKilobytes, processorSeconds } from '#bench/process-figures.ts'
import { databaseOf, startServer, temporaryFolder } from '#bench/running-server.ts'
import { Clients, freeLocalPort, socketAddress } from './client-process.ts'

const changes = 20
/** Changes before these that warm up the query plans and are not counted. */
const warmUp = 2

/**
 * Prints delivery, latency and processor time of one change per second to many sockets, the memory per socket, and the time until all
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
    const processorOf = (process: { pid: number }) => createProcessorClock(process.pid, count)
    const [serverJoins, clientJoins] = [processorOf(server), processorOf(clients)]
    const opening = await clients.open(socketAddress(server))
    const [joinsOfServer, joinsOfClients] = [serverJoins(1), clientJoins(1)]
    const after = memoryKilobytes(server.pid)
    const [serverMessages, clientMessages] = [processorOf(server), processorOf(clients)]
    const latencies = await measureLatencies(clients, sql, changes)
    const [messagesOfServer, messagesOfClients] = [serverMessages(changes + warmUp), clientMessages(changes + warmUp)]
    const delivered = latencies.length / (changes * count)
    latencies.sort((a, b) => a - b)
    const memory = memoryKilobytes(server.pid)
    await sql.end()
    const stoppedAt = Date.now()
    await server.stop()
    const stoppedAfter = Date.now() - stoppedAt
    const rejoined = clients.allJoined()
    server = await startServer(folder.path, settings)
    const readyAt = Date.now()
    const last = await rejoined
    console.log(`\nLoad average ${loadavg()[0]?.toFixed(1)}`)
    showTable(`Realtime, ${count.toLocaleString('en')} sockets, one change per second`, {
      'sockets opened and joined per second': Math.round(count / (opening / 1000)),
      'processor µs per socket opened and joined, server / clients': `${joinsOfServer} / ${joinsOfClients}`,
      'KB per socket, joined': ((after - before) / count).toFixed(1),
      'KB per socket, after the changes': ((memory - before) / count).toFixed(1),
      'delivered, %': (delivered * 100).toFixed(2),
      'from the write to a socket, p50 ms': Math.round(latencies[Math.floor(latencies.length * 0.5)] ?? 0),
      'from the write to a socket, p99 ms': Math.round(latencies[Math.floor(latencies.length * 0.99)] ?? 0),
      'from the write to the last socket, worst ms': Math.round(latencies.at(-1) ?? 0),
      'processor µs per message, server / clients': `${messagesOfServer} / ${messagesOfClients}`,
      'restart: until the server had stopped, ms': stoppedAfter,
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
  for (let change = -warmUp; change < changes; change += 1) {
    const name = `Change ${change} of ${round}`
    const written = performance.timeOrigin + performance.now()
    await sql`insert into jobs (title, slug) values (${name}, gen_random_uuid())`
    await pause(Math.max(0, 1_000 - (performance.timeOrigin + performance.now() - written)))
    if (change >= 0) latencies.push(...(await clients.arrivals(name)).map((at) => at - written))
  }
  return latencies
}

/** @returns a function that returns the microseconds of processor time since now, for each socket and round */
function createProcessorClock(pid: number, sockets: number): (rounds: number) => string {
  const before = processorSeconds(pid)
  return (rounds) => (((processorSeconds(pid) - before) * 1e6) / sockets / rounds).toFixed(1)
}
