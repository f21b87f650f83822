import postgres from 'postgres'
import { memoryOf } from '#bench/process-figures.ts'
import { Clients, socketAddress } from '#bench/realtime/client-process.ts'
import { measureLatencies } from '#bench/realtime/measure-realtime.ts'
import { databaseUrl } from '#e2e/start/server.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { metricOf, startPortal } from './portal.ts'

export const manySockets: Fault = {
  name: 'R15',
  does: 'Opens 10,000 realtime connections and makes a change each second: every change reaches every connection.',
  run,
}

async function run({ size }: Scale): Promise<Figure[]> {
  const count = size === 'short' ? 1_000 : 10_000
  const changes = { short: 5, usual: 30, full: 1_800 }[size]
  const portal = await startPortal({ SAMPLE_DATA: 'off' })
  const clients = new Clients(count)
  const sql = postgres(databaseUrl(portal.dataDir), { max: 1, onnotice: () => {} })
  try {
    await clients.open(socketAddress(portal))
    // The first reading is of the time since the start.
    await metricOf(portal, 'suchana_event_loop_delay_seconds')
    const latencies = (await measureLatencies(clients, sql, changes)).toSorted((one, other) => one - other)
    const lag = await metricOf(portal, 'suchana_event_loop_delay_seconds')
    const delivered = latencies.length / (changes * count)
    return [
      { what: 'connections', value: await metricOf(portal, 'suchana_realtime_sockets'), least: count },
      { what: 'changes', value: changes },
      { what: 'delivered', value: delivered * 100, unit: '%', least: 100, isPromise: true },
      { what: 'from the write to a connection, p99', value: at(latencies, 0.99), unit: 'ms', most: 250 },
      { what: 'memory of the server', value: memoryOf(portal.pid), unit: 'MB', most: 300 },
      { what: 'delay of the event loop, p99', value: lag * 1_000, unit: 'ms', most: 60 },
    ]
  } finally {
    clients.end()
    await sql.end()
    await portal.stop()
  }
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
