import { setTimeout as pause } from 'node:timers/promises'
import { databaseUrl } from '#e2e/start/server.ts'
import { startBeside } from '#e2e/start/several-servers.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { metricOf, startPortal } from './portal.ts'
import { publicPages } from './public-pages.ts'
import { openStatementProxy } from './statement-proxy.ts'
import { percentile, printFailures, startTraffic, trafficFor, type Call } from './traffic.ts'

/** Requests per second, a third of which need the database, and the delay of every statement in milliseconds. */
const [perSecond, delay] = [300, 500]
/** Milliseconds below which the comparison of two p99 says nothing. */
const noise = 10

export const slowDatabase: Fault = {
  name: 'R10',
  does: 'Delays every statement by 500 ms under 300 requests a second: cached pages stay fast, and what waits too long for the database gets 503.',
  run,
}

async function run({ size }: Scale): Promise<Figure[]> {
  const seconds = { short: 5, usual: 20, full: 60 }[size]
  const owner = await startPortal()
  const proxy = await openStatementProxy(databaseUrl(owner.dataDir))
  const server = await startBeside(owner, proxy.url, { HOST: '127.0.0.1', LOG_LEVEL: 'error' })
  const pages = await publicPages(server.url)
  const cached = (number: number): Call => ({ kind: 'cached', path: pages[number % pages.length] ?? '/' })
  const uncached = (number: number): Call => ({ kind: 'uncached', path: `/search?q=ssc+${number}` })
  const baseline = percentile(await trafficFor(seconds, server.url, (perSecond * 2) / 3, cached), 0.99)

  proxy.delay = delay
  const traffic = startTraffic(server.url, perSecond, (number) => (number % 3 ? cached(number) : uncached(number)))
  let [mostWaiting, mostInFlight] = [0, 0]
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await pause(500)) {
    mostWaiting = Math.max(mostWaiting, await metricOf(server, 'suchana_queries_running'))
    mostInFlight = Math.max(mostInFlight, traffic.inFlight)
  }
  const answers = await traffic.stop()
  proxy.delay = 0
  await server.stop()
  proxy.close()
  await owner.stop()
  const [fast, slow] = ['cached', 'uncached'].map((kind) => answers.filter((answer) => answer.kind === kind))
  const rejected = (slow ?? []).filter(({ status }) => status === 503)
  const odd = answers.filter(({ status }) => status !== 200 && status !== 503)
  printFailures('R10', [...odd, ...(fast ?? []).filter(({ status }) => status === 503)])
  return [
    { what: 'p99 of cached pages, without the fault', value: baseline, unit: 'ms' },
    {
      what: 'p99 of cached pages',
      value: percentile(fast ?? [], 0.99),
      unit: 'ms',
      most: 2 * Math.max(baseline, noise),
    },
    { what: 'failed cached pages', value: (fast ?? []).filter(({ status }) => status !== 200).length, most: 0 },
    { what: 'calls at once that run or wait, most', value: mostWaiting, most: 200 },
    { what: 'requests in flight, most', value: mostInFlight },
    { what: 'of uncached pages answered 503', value: (rejected.length / (slow?.length || 1)) * 100, unit: '%' },
    {
      what: 'until an uncached page was answered, worst',
      value: percentile(slow ?? [], 1) / 1_000,
      unit: 's',
      most: 5.5,
    },
    { what: 'answers other than 200 and 503', value: odd.length, most: 0 },
    {
      what: '503 without Retry-After',
      value: rejected.filter(({ headers }) => !headers['retry-after']).length,
      most: 0,
    },
  ]
}
