import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { reportOf, queue, settings, startService, subscribe } from '#bench/push/sending.ts'
import { freePort } from '#test/free-port.ts'
import { databaseUrl } from '#e2e/start/server.ts'
import { signalDatabase } from './database-processes.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { startPortal, until, type Portal } from './portal.ts'
import { publicPages } from './public-pages.ts'
import { ask, percentile, startTraffic, type Call } from './traffic.ts'
import { inspectWorkers } from './worker-inspector.ts'

const perSecond = 100

export const stalled: Fault = {
  name: 'R21',
  does: 'Stops the server for five seconds, then PostgreSQL, and ends a thread that sends notifications: every request gets an answer, and another thread goes on within a second.',
  run,
}

async function run({ size }: Scale): Promise<Figure[]> {
  const seconds = { short: 3, usual: 5, full: 5 }[size]
  const inspector = await freePort()
  process.execArgv.push(`--inspect=127.0.0.1:${inspector}`)
  const portal = await startPortal({ ...settings, SAMPLE_DATA: 'on' }).finally(() => process.execArgv.pop())
  const server = await stall(portal, seconds, (signal) => process.kill(portal.pid, signal))
  const database = await stall(portal, 2 * seconds, (signal) => signalDatabase(portal.dataDir, signal))
  const thread = await endThread(portal, inspector)
  await portal.stop()
  return [
    { what: 'requests without an answer, server stopped', value: server.unanswered, most: 0 },
    {
      what: 'until requests were answered after the stop of the server, worst',
      value: server.worst - seconds,
      unit: 's',
      most: 5,
    },
    { what: 'requests without an answer, PostgreSQL stopped', value: database.unanswered, most: 0 },
    { what: 'until a cached page was answered, PostgreSQL stopped, p99', value: database.cached, unit: 's', most: 1.5 },
    { what: 'until any request was answered, PostgreSQL stopped, worst', value: database.worst, unit: 's', most: 5.5 },
    { what: 'answers other than 200 and 503', value: server.odd + database.odd, most: 0 },
    { what: 'from the end of a thread to the next one', value: thread.restart, unit: 's', most: 1 },
    { what: 'messages skipped after the end of a thread', value: thread.skipped, most: 0, isPromise: true },
  ]
}

async function stall(portal: Portal, seconds: number, send: (signal: 'SIGSTOP' | 'SIGCONT') => void) {
  const pages = await publicPages(portal.url)
  const traffic = startTraffic(portal.url, perSecond, (number): Call =>
    number % 5
      ? { kind: 'cached', path: pages[number % pages.length] ?? '/' }
      : { kind: 'uncached', path: `/search?q=ssc+${crypto.randomUUID()}` },
  )
  await pause(1_000)
  send('SIGSTOP')
  await pause(seconds * 1_000)
  send('SIGCONT')
  await pause(2_000)
  const answers = await traffic.stop()
  await until(
    async () => (await ask(portal.url, { kind: 'uncached', path: `/search?q=${crypto.randomUUID()}` })).status === 200,
  )
  return {
    unanswered: answers.filter(({ status }) => status === 0).length,
    odd: answers.filter(({ status }) => ![0, 200, 503].includes(status)).length,
    worst: percentile(answers, 1) / 1_000,
    cached:
      percentile(
        answers.filter(({ kind }) => kind === 'cached'),
        0.99,
      ) / 1_000,
  }
}

/** Ends a delivery thread while a notification is being sent. */
async function endThread(portal: Portal, port: number): Promise<{ restart: number; skipped: number }> {
  const count = 10_000
  const service = startService()
  const sql = postgres(databaseUrl(portal.dataDir), { max: 1, onnotice: () => {} })
  const inspector = await inspectWorkers(port)
  try {
    const { subscription } = await reportOf(service, 'forget')
    await subscribe(sql, subscription, count)
    await queue(sql)
    await until(async () => (await reportOf(service)).reached > count / 10)
    const sending = [...inspector.threads].find(([, url]) => url.includes('delivery-thread'))
    if (!sending) throw new Error('No thread sends')
    inspector.end(sending[0])
    await until(() => !inspector.threads.has(sending[0]))
    const endedAt = performance.now()
    await until(() => inspector.started.some((at) => at > endedAt))
    const restart = (Math.min(...inspector.started.filter((at) => at > endedAt)) - endedAt) / 1_000
    await until(async () => (await sql`select from push.notifications where state = 'sending'`).count === 0)
    return { restart, skipped: count - (await reportOf(service)).reached }
  } finally {
    inspector.close()
    await sql.end()
    service.kill()
  }
}
