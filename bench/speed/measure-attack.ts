import { spawn } from 'node:child_process'
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { showTable } from '#bench/figures.ts'
import { commitOf, machine, type Row } from '#bench/record.ts'
import { startServer, temporaryFolder, type RunningServer } from '#bench/running-server.ts'

/** Connections of the address that requests different pages. */
const ATTACK = 40
/** Milliseconds between two requests of other visitors. */
const CACHED_INTERVAL = 20
const RENDERED_INTERVAL = 100

/**
 * Prints the latencies of visitors, each with an address of its own, alone and while one address requests different
 * uncached pages on many connections.
 *
 * @param other folder of a built checkout, if any
 * @param seconds of each measurement
 */
export async function measureAttack(other: string | undefined, seconds: number): Promise<void> {
  console.log(machine())
  const rows: Row[] = []
  for (const checkout of other ? ['.', other] : ['.']) {
    const folder = temporaryFolder()
    const server = await startServer(folder.path, {}, { checkout })
    try {
      const name = commitOf(checkout)
      await measureVisitors(server, 2)
      rows.push({ commit: name, attack: 'none', ...(await measureVisitors(server, seconds)) })
      const attack = spawn(process.execPath, ['bench/speed/attack.ts', server.url, String(ATTACK)])
      await pause(1_000)
      rows.push({ commit: name, attack: `${ATTACK} connections`, ...(await measureVisitors(server, seconds)) })
      attack.kill()
    } finally {
      await server.stop()
      folder.remove()
    }
  }
  showTable('Visitors during an attack', rows)
}

/** Requests a cached and an uncached page at a steady rate. */
async function measureVisitors(server: RunningServer, seconds: number): Promise<Row> {
  const [cached, rendered] = await Promise.all([
    measure(CACHED_INTERVAL, seconds, () => `${server.url}/jobs`),
    measure(RENDERED_INTERVAL, seconds, (number) => `${server.url}/search?q=clerk+${number}`),
  ])
  return { ...named('cached', cached), ...named('rendered', rendered) }
}

interface Measured {
  times: number[]
  failed: number
}

async function measure(interval: number, seconds: number, url: (number: number) => string): Promise<Measured> {
  const measured: Measured = { times: [], failed: 0 }
  const requests: Promise<void>[] = []
  const until = performance.now() + seconds * 1_000
  for (let number = 0; performance.now() < until; number += 1) {
    requests.push(requestOnce(url(number), `198.51.100.${number % 250}`, measured))
    await pause(interval)
  }
  await Promise.all(requests)
  return measured
}

const agent = new Agent({ keepAlive: true })

async function requestOnce(url: string, address: string, measured: Measured): Promise<void> {
  const start = performance.now()
  const status = await new Promise<number>((resolve) => {
    const headers = { 'x-forwarded-for': address }
    get(url, { agent, headers }, (response) => response.on('end', () => resolve(response.statusCode ?? 0)).resume()).on(
      'error',
      () => resolve(0),
    )
  })
  measured.times.push(performance.now() - start)
  if (status !== 200) measured.failed += 1
}

function named(name: string, { times, failed }: Measured): Row {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return { [`${name} p50 ms`]: at(0.5), [`${name} p99 ms`]: at(0.99), [`${name} failed`]: failed }
}
