import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { memoryOf } from '#bench/process-figures.ts'
import { Clients, socketAddress } from '#bench/realtime/client-process.ts'
import { measureLatencies } from '#bench/realtime/measure-realtime.ts'
import { databaseUrl } from '#e2e/start/server.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { metricOf, startPortal, until, type Portal } from './portal.ts'
import { joinFrame, openRawWebSocket, type RawWebSocket } from './raw-web-socket.ts'

const [bystanders, changes] = [50, 10]
/** Large changes per second, and characters of each: enough to fill the buffers of the operating system. */
const [perSecond, characters] = [10, 90_000]

export const slowReaders: Fault = {
  name: 'R16',
  does: 'A hundred realtime connections stop reading while large changes are delivered: they are disconnected, and others wait no longer than before.',
  run,
}

async function run({ size }: Scale): Promise<Figure[]> {
  const count = { short: 10, usual: 100, full: 100 }[size]
  const portal = await startPortal({ SAMPLE_DATA: 'off' })
  const clients = new Clients(bystanders)
  const sql = postgres(databaseUrl(portal.dataDir), { max: 2, onnotice: () => {} })
  const writing = new AbortController()
  const writer = writeLargeChanges(sql, writing.signal)
  try {
    await clients.open(socketAddress(portal))
    const before = await measureLatencies(clients, sql, changes)
    const memory = memoryOf(portal.pid)
    const readers = await Promise.all(Array.from({ length: count }, () => openReader(portal)))
    for (const { socket } of readers) socket.pause()
    const startedAt = performance.now()
    let mostMemory = memory
    const dropped = until(async () => {
      mostMemory = Math.max(mostMemory, memoryOf(portal.pid))
      return (await metricOf(portal, 'suchana_realtime_sockets')) <= bystanders
    }, 60).then(
      () => (performance.now() - startedAt) / 1_000,
      () => 60,
    )
    const during = await measureLatencies(clients, sql, changes)
    const seconds = await dropped
    const left = (await metricOf(portal, 'suchana_realtime_sockets')) - bystanders
    for (const { socket } of readers) socket.destroy()
    return [
      { what: 'connections that do not read', value: count },
      { what: 'of these never disconnected', value: left, most: 0 },
      { what: 'until all were disconnected', value: seconds, unit: 's', most: 20 },
      { what: 'growth of memory, most', value: mostMemory - memory, unit: 'MB', most: 1.5 * count },
      {
        what: 'of changes delivered to others',
        value: (during.length / (changes * bystanders)) * 100,
        unit: '%',
        least: 100,
        isPromise: true,
      },
      { what: 'p99 of others, before', value: p99(before), unit: 'ms' },
      { what: 'p99 of others', value: p99(during), unit: 'ms', most: 2 * Math.max(p99(before), 50) },
    ]
  } finally {
    writing.abort()
    await writer
    clients.end()
    await sql.end()
    await portal.stop()
  }
}

async function writeLargeChanges(sql: postgres.Sql, signal: AbortSignal): Promise<void> {
  for (const description = 'x'.repeat(characters); !signal.aborted; await pause(1_000 / perSecond)) {
    await sql`insert into jobs (title, slug, description) values ('Large', gen_random_uuid(), ${description})`
  }
}

async function openReader(portal: Portal): Promise<RawWebSocket> {
  const raw = await openRawWebSocket(portal, '127.0.0.2')
  raw.socket.write(joinFrame())
  await until(() => raw.received().includes('"system"'))
  return raw
}

function p99(latencies: number[]): number {
  return latencies.toSorted((one, other) => one - other)[Math.floor(latencies.length * 0.99)] ?? Number.NaN
}
