import { Clients, socketAddress } from '#bench/realtime/client-process.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { startPortal } from './portal.ts'
import { publicPages } from './public-pages.ts'
import { percentile, startTraffic, trafficFor, type Call } from './traffic.ts'

const perSecond = 100
/** Milliseconds below which the comparison of two p99 says nothing. */
const noise = 10

export const reconnecting: Fault = {
  name: 'R17',
  does: 'Restarts the server under 10,000 realtime clients, which all come back at the same moments: all have joined within 15 seconds, and pages stay fast meanwhile.',
  run,
}

async function run({ size }: Scale): Promise<Figure[]> {
  const count = size === 'short' ? 1_000 : 10_000
  const first = await startPortal()
  const clients = new Clients(count)
  try {
    await clients.open(socketAddress(first))
    const pages = await publicPages(first.url)
    const next = (number: number): Call => ({ kind: 'page', path: pages[number % pages.length] ?? '/' })
    const baseline = percentile(await trafficFor(5, first.url, perSecond, next), 0.99)
    const stoppedAt = Date.now()
    await first.stop()
    const rejoined = clients.allJoined()
    const second = await startPortal({}, first)
    const traffic = startTraffic(second.url, perSecond, next)
    const seconds = ((await rejoined) - stoppedAt) / 1_000
    const answers = await traffic.stop()
    await second.stop()
    return [
      { what: 'clients', value: count },
      { what: 'until all had joined again', value: seconds, unit: 's', most: 15 },
      { what: 'p99 of pages, before', value: baseline, unit: 'ms' },
      {
        what: 'p99 of pages meanwhile',
        value: percentile(answers, 0.99),
        unit: 'ms',
        most: 2 * Math.max(baseline, noise),
      },
      { what: 'failed pages', value: answers.filter(({ status }) => status !== 200).length, most: 0 },
    ]
  } finally {
    clients.end()
  }
}
