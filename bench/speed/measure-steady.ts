import { setTimeout as pause } from 'node:timers/promises'
import { showTable } from '#bench/figures.ts'
import { medianWithRange } from '#bench/median.ts'
import { memoryOf } from '#bench/process-figures.ts'
import type { Row } from '#bench/record.ts'
import { startServer, temporaryFolder, type RunningServer } from '#bench/running-server.ts'
import { fetchRaw } from './cached.ts'
import { generatorName, load, type Loaded } from './load.ts'
import { startBareServer, type OtherServer } from './other-servers.ts'

/** Milliseconds between two measurements, and between two requests of the other pages. */
const [INTERVAL_MS, REQUEST_MS] = [30_000, 100]
const CONNECTIONS = 32
const GZIP = { 'accept-encoding': 'gzip' }
const PATH = '/jobs'

/** Processor time of an answer in microseconds. */
type Times = Pick<Loaded, 'cpu' | 'userCpu'>

interface Loads {
  ours: Times
  bare: Times
}

/**
 * Measures whether a server slows with time: the processor time of a cached page, beside that of a bare server, in each
 * half minute. Between the loads other pages are rendered, so that code and memory of the process change as in use.
 *
 * @param seconds of each load
 */
export async function measureSteady(minutes: number, seconds: number): Promise<void> {
  const folder = temporaryFolder()
  const server = await startServer(folder.path)
  const bare = await startBareServer(await fetchRaw(server.url + PATH, GZIP))
  const stop = new AbortController()
  const others = requestOthers(server, stop.signal)
  try {
    const loads: Loads[] = []
    for (const end = performance.now() + minutes * 60_000; performance.now() < end;) {
      const next = performance.now() + INTERVAL_MS
      const measured = await measureOnce(server, bare, seconds)
      loads.push(measured)
      console.log(
        JSON.stringify({
          minutes: Math.round(process.uptime() / 6) / 10,
          ...measured,
          'memory MB': memoryOf(server.pid),
        }),
      )
      await pause(Math.max(0, next - performance.now()))
    }
    const title = `Processor time of an answer, ${PATH}, ${CONNECTIONS} connections, load by ${generatorName}`
    const ours = loads.map((measured) => measured.ours)
    const theirs = loads.map((measured) => measured.bare)
    showTable(title, [rowOf('Suchana', ours), rowOf('bare server', theirs)])
  } finally {
    stop.abort()
    await others
    await bare.stop()
    await server.stop()
    folder.remove()
  }
}

async function measureOnce(server: RunningServer, bare: OtherServer, seconds: number): Promise<Loads> {
  const same = { headers: GZIP, connections: CONNECTIONS, seconds }
  const timesOf = ({ cpu, userCpu }: Loaded): Times => ({ cpu, userCpu })
  const ours = timesOf(await load({ ...same, url: server.url + PATH, pids: [server.pid] }))
  return { ours, bare: timesOf(await load({ ...same, ...bare })) }
}

/** The median of all loads with their range, and the most. */
function rowOf(server: string, times: Times[]): Row {
  const [cpu, userCpu] = [times.map((time) => time.cpu), times.map((time) => time.userCpu)]
  return {
    server,
    'median CPU µs': medianWithRange(cpu),
    'most CPU µs': Math.max(...cpu),
    'median user µs': medianWithRange(userCpu),
    'most user µs': Math.max(...userCpu),
  }
}

async function requestOthers({ url }: RunningServer, stop: AbortSignal): Promise<void> {
  const paths = ['/search?q=clerk', '/jobs?search=officer', '/search/dropdown?q=ssc', '/', '/results']
  for (let number = 0; !stop.aborted; number += 1) {
    const path = paths[number % paths.length] ?? '/'
    const response = await fetch(url + (path.includes('q=') ? `${path}+${number}` : path)).catch(() => null)
    await response?.arrayBuffer()
    await pause(REQUEST_MS)
  }
}
