import { setTimeout as pause } from 'node:timers/promises'
import { memoryOf } from '#bench/process-figures.ts'
import { adminHeaders, databaseUrl } from '#e2e/start/server.ts'
import { send, startBeside } from '#e2e/start/several-servers.ts'
import { openDatabaseProxy } from '#test/fakes/database-proxy.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { startPortal, until } from './portal.ts'
import { publicPages } from './public-pages.ts'
import { ask, printFailures, startTraffic, type Answer, type Call } from './traffic.ts'

const perSecond = 100
/** Seconds after which memory is compared, so that the beginning of the load is not counted. */
const warmUp = 10

export const databaseGone: Fault = {
  name: 'R9',
  does: 'Takes the database away for ten minutes: pages that were shown before are shown with their age, admins are told, and memory does not grow.',
  run,
}

async function run({ size }: Scale): Promise<Figure[]> {
  const seconds = { short: 15, usual: 60, full: 600 }[size]
  const owner = await startPortal()
  const proxy = await openDatabaseProxy(databaseUrl(owner.dataDir))
  const server = await startBeside(owner, proxy.url, { HOST: '127.0.0.1', LOG_LEVEL: 'error' })
  const pages = await publicPages(server.url)
  const headers = await adminHeaders(owner)
  const next = (number: number): Call =>
    number % 10 === 0
      ? { kind: 'admin', path: '/rest/v1/jobs?select=id&limit=1', headers }
      : { kind: 'page', path: pages[number % pages.length] ?? '/' }
  proxy.cut()
  await until(async () => (await ask(server.url, { kind: 'page', path: '/' })).headers['cache-status'] !== undefined)
  const traffic = startTraffic(server.url, perSecond, next)
  await pause(warmUp * 1_000)
  const before = memoryOf(server.pid)
  await pause((seconds - warmUp) * 1_000)
  const after = memoryOf(server.pid)
  const answers = await traffic.stop()
  const home = (await send(`${server.url}/`)).text
  const repairedAt = performance.now()
  await proxy.repair()
  await until(async () => (await ask(server.url, next(0))).status === 200)
  const recovery = (performance.now() - repairedAt) / 1_000
  proxy.cut()
  await server.stop()
  await owner.stop()
  const shown = answers.filter(({ kind }) => kind === 'page')
  // The contact page is rendered without the database.
  const old = shown.filter(({ path }) => path !== '/contact')
  const calls = answers.filter(({ kind }) => kind === 'admin')
  printFailures(
    'R9',
    answers.filter(({ kind, status }) => status !== (kind === 'page' ? 200 : 503)),
  )
  const share = (part: Answer[], whole: Answer[]) => (part.length / whole.length) * 100
  return [
    {
      what: 'of pages shown',
      value: share(
        shown.filter(({ status }) => status === 200),
        shown,
      ),
      unit: '%',
      least: 100,
    },
    { what: 'of these with their age', value: share(old.filter(isAged), old), unit: '%', least: 100 },
    { what: 'of pages say on them that they are old', value: hasMark(home) ? 100 : 0, unit: '%', least: 100 },
    {
      what: 'of calls of admins answered 503',
      value: share(
        calls.filter(({ status }) => status === 503),
        calls,
      ),
      unit: '%',
      least: 100,
    },
    { what: 'away', value: seconds, unit: 's' },
    { what: 'growth of memory', value: after - before, unit: 'MB', most: 10 },
    { what: 'until a call was answered again', value: recovery, unit: 's', most: 2 },
  ]
}

function isAged({ headers }: Answer): boolean {
  return headers['age'] !== undefined && headers['cache-status'] !== undefined
}

/** A page from the cache says when it was made. Source: docs/behaviour/faults.md#database-away */
function hasMark(html: string): boolean {
  return /<main[^>]*><p class="saved-copy"/.test(html)
}
