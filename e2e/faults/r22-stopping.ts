import { setTimeout as pause } from 'node:timers/promises'
import { Clients, socketAddress } from '#bench/realtime/client-process.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { startPortal } from './portal.ts'
import { publicPages } from './public-pages.ts'
import { printFailures, startTraffic, type Answer, type Call } from './traffic.ts'

const perSecond = 500

export const stopping: Fault = {
  name: 'R22',
  does: 'Stops the server by SIGTERM under 500 requests a second and 5,000 realtime clients: accepted requests are answered, clients are sent away with 1012, and it ends with code 0.',
  run,
}

async function run({ size }: Scale): Promise<Figure[]> {
  const [count, stops] = { short: [500, 1], usual: [5_000, 3], full: [5_000, 10] }[size] as [number, number]
  let failed: Answer[] = []
  let [requests, wrongCodes, longest, wrongExits] = [0, 0, 0, 0]
  let portal = await startPortal()
  const pages = await publicPages(portal.url)
  const clients = new Clients(count)
  try {
    await clients.open(socketAddress(portal))
    for (let stop = 0; stop < stops; stop += 1) {
      const before = await clients.closings()
      const traffic = startTraffic(portal.url, perSecond, (number): Call =>
        number % 10
          ? { kind: 'cached', path: pages[number % pages.length] ?? '/' }
          : { kind: 'uncached', path: `/search?q=ssc+${number}` },
      )
      await pause(2_000)
      const stoppedAt = performance.now()
      const code = await portal.stop('SIGTERM')
      longest = Math.max(longest, (performance.now() - stoppedAt) / 1_000)
      if (code !== 0) wrongExits += 1
      const answers = await traffic.stop()
      requests += answers.length
      failed = [...failed, ...answers.filter(isFailed)]
      await pause(500)
      const after = await clients.closings()
      wrongCodes += count - ((after[1012] ?? 0) - (before[1012] ?? 0))
      const rejoined = clients.allJoined()
      portal = await startPortal({}, portal)
      await rejoined
    }
    await portal.stop()
  } finally {
    clients.end()
  }
  printFailures('R22', failed)
  return [
    { what: 'stops', value: stops },
    { what: 'requests', value: requests },
    { what: 'accepted requests that failed', value: failed.length, most: 0 },
    { what: 'sockets closed otherwise than with 1012', value: wrongCodes, most: 0 },
    { what: 'until the process had ended, worst', value: longest, unit: 's', most: 10 },
    { what: 'exit codes other than 0', value: wrongExits, most: 0 },
  ]
}

/** A proxy sends a request whose connection was not accepted to another server. */
function isFailed({ status, error }: Answer): boolean {
  return status !== 200 && error !== 'ECONNREFUSED'
}
