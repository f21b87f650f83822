import { untilRestarted } from './database-processes.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { keyHeaders, startPortal, until } from './portal.ts'
import { publicPages } from './public-pages.ts'
import { ask, printFailures, startTraffic, type Answer, type Call } from './traffic.ts'

const perSecond = 500

export const databaseRestarts: Fault = {
  name: 'R8',
  does: 'Restarts PostgreSQL under 500 requests a second: pages that were shown before are shown, calls get 503 with Retry-After, and all is well again within 2 seconds.',
  run,
}

async function run({ size }: Scale): Promise<Figure[]> {
  const restarts = { short: 2, usual: 10, full: 10 }[size]
  const portal = await startPortal()
  const pages = await publicPages(portal.url)
  const headers = keyHeaders(portal)
  const read = (number: number): Call =>
    number % 5 === 0
      ? {
          kind: 'call',
          path: `/rest/v1/jobs?select=id,title&limit=5&id=gt.${number % 97}&title=neq.${number}`,
          headers,
        }
      : { kind: 'page', path: pages[number % pages.length] ?? '/' }
  const traffic = startTraffic(portal.url, perSecond, read)
  const recoveries: number[] = []
  for (let restart = 0; restart < restarts; restart += 1) {
    await until(async () => (await ask(portal.url, read(restart * 5))).status === 200)
    const readyAt = await untilRestarted(portal.dataDir, (postmaster) => process.kill(postmaster, 'SIGINT'))
    await until(async () => (await ask(portal.url, read(restart * 5 + 5_000_000))).status === 200)
    recoveries.push((performance.now() - readyAt) / 1_000)
  }
  const answers = await traffic.stop()
  await portal.stop()
  const failed = answers.filter(({ status }) => status !== 200)
  const calls = failed.filter(({ kind }) => kind === 'call')
  printFailures('R8', failed)
  return [
    { what: 'failed pages', value: failed.length - calls.length, most: 0 },
    { what: 'calls answered otherwise than 200 or 503 with Retry-After', value: calls.filter(isOdd).length, most: 0 },
    { what: 'calls answered 503', value: calls.length },
    { what: 'requests', value: answers.length },
    { what: 'from PostgreSQL ready to an answered call, worst', value: Math.max(...recoveries), unit: 's', most: 2 },
  ]
}

function isOdd({ status, headers }: Answer): boolean {
  return status !== 503 || headers['retry-after'] === undefined
}
