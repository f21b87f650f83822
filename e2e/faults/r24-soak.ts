import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { memoryKilobytes, openFilesOf } from '#bench/process-figures.ts'
import { Clients, socketAddress } from '#bench/realtime/client-process.ts'
import { databaseUrl } from '#e2e/start/server.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { keyHeaders, startPortal, type Portal } from './portal.ts'
import { publicPages } from './public-pages.ts'
import { printFailures, startTraffic, type Answer, type Call } from './traffic.ts'

const [perSecond, sockets] = [50, 200]
/** Milliseconds between two samples. */
const interval = 5_000
/** Hours from which the slopes say something: in the first minutes code is compiled and memory grows. */
const leastHours = 1

export const soak: Fault = {
  name: 'R24',
  does: 'Runs a mixed load for eight hours (--hours 8; three minutes by default): memory and open files do not grow, and no request fails.',
  run,
}

async function run({ size, hours }: Scale): Promise<Figure[]> {
  const duration = hours ?? { short: 0.01, usual: 0.05, full: 8 }[size]
  const portal = await startPortal()
  const clients = new Clients(sockets)
  const sql = postgres(databaseUrl(portal.dataDir), { max: 1, onnotice: () => {} })
  try {
    await clients.open(socketAddress(portal))
    const traffic = startTraffic(portal.url, perSecond, await mixedLoad(portal))
    const samples: Sample[] = []
    const failed: Answer[] = []
    let requests = 0
    const startedAt = performance.now()
    while (performance.now() - startedAt < duration * 3_600_000) {
      await pause(interval)
      await sql`insert into jobs (title, slug) values ('During the soak', gen_random_uuid())`
      await sql`delete from jobs where title = 'During the soak' and id % 2 = 0`
      const answers = traffic.answers.splice(0)
      requests += answers.length
      failed.push(...answers.filter(({ status }) => status === 0 || status >= 400))
      const elapsed = (performance.now() - startedAt) / 3_600_000
      samples.push({ hours: elapsed, memory: memoryKilobytes(portal.pid) / 1_024, files: openFilesOf(portal.pid) })
    }
    await traffic.stop()
    const closed = Object.values(await clients.closings()).reduce((sum, count) => sum + count, 0)
    // The first quarter is for warming up.
    const counted = samples.slice(samples.length >> 2)
    printFailures('R24', failed)
    const isLong = duration >= leastHours
    return [
      { what: 'of mixed load', value: duration, unit: 'h' },
      { what: 'requests', value: requests },
      { what: 'failed requests', value: failed.length, most: 0 },
      { what: 'realtime connections closed', value: closed, most: 0 },
      {
        what: 'growth of memory',
        value: slope(counted, ({ memory }) => memory),
        unit: 'MB/h',
        ...(isLong && { most: 1 }),
      },
      {
        what: 'growth of open files',
        value: slope(counted, ({ files }) => files),
        unit: 'per h',
        ...(isLong && { most: 0.5 }),
      },
      { what: 'memory at the end', value: samples.at(-1)?.memory ?? 0, unit: 'MB' },
    ]
  } finally {
    clients.end()
    await sql.end()
    await portal.stop()
  }
}

async function mixedLoad(portal: Portal): Promise<(number: number) => Call> {
  const pages = await publicPages(portal.url)
  const headers = keyHeaders(portal)
  const post = (kind: string, path: string, body: object): Call => ({
    kind,
    path,
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return (number) => {
    if (number % 10 === 1) return { kind: 'search', path: `/search?q=ssc+${number % 500}` }
    if (number % 10 === 2)
      return { kind: 'call', path: `/rest/v1/jobs?select=id,title&limit=5&id=gt.${number % 200}`, headers }
    if (number % 10 === 3)
      return post('page view', '/rest/v1/analytics_events', { event_type: 'page_view', page: '/jobs' })
    if (number % 100 === 4)
      return post('newsletter', '/rest/v1/newsletter_subscribers', { email: `${crypto.randomUUID()}@example.org` })
    return { kind: 'page', path: pages[number % pages.length] ?? '/' }
  }
}

interface Sample {
  hours: number
  memory: number
  files: number
}

/** @returns the slope of the line of least squares, per hour */
function slope(samples: Sample[], value: (sample: Sample) => number): number {
  const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  const [time, level] = [mean(samples.map(({ hours }) => hours)), mean(samples.map(value))]
  const together = samples.map((sample) => (sample.hours - time) * (value(sample) - level))
  return mean(together) / mean(samples.map(({ hours }) => (hours - time) ** 2))
}
