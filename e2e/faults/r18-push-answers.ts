import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { queue, settings } from '#bench/push/sending.ts'
import { databaseUrl } from '#e2e/start/server.ts'
import { startPushService, type Treatment } from '#test/fakes/push-service.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { startPortal } from './portal.ts'

/** How the push service answers, by the first part of the path, and the outcome for the subscription. */
const treatments: Record<string, Treatment> = {
  '201': { status: 201 },
  '400': { status: 400 },
  '401': { status: 401 },
  '403': { status: 403 },
  '404': { status: 404 },
  '410': { status: 410 },
  '413': { status: 413 },
  '302': { status: 302, headers: { location: 'https://localhost/elsewhere' } },
  '500': { status: 500 },
  '502': { status: 502 },
  reset: { status: 0, instead: 'reset' },
  huge: { status: 201, bytes: 1_000_000_000 },
}
const never = ['400', '401', '403', '404', '410', '413', '302']
/** Seconds that the services which ask to wait name. */
const wait = 4

export const pushAnswers: Fault = {
  name: 'R18',
  does: 'Sends to 10,000 subscribers of push services that answer in every way that services fail: each subscriber has one outcome, and services that ask to wait are left alone.',
  run,
}

async function run({ size }: Scale): Promise<Figure[]> {
  const each = { short: 20, usual: 800, full: 800 }[size]
  const portal = await startPortal({ ...settings, LOG_LEVEL: 'info' })
  const sql = postgres(databaseUrl(portal.dataDir), { max: 1, onnotice: () => {} })
  const sentAt = new Map<string, number>()
  const treat = (path: string) => {
    sentAt.set(path, Date.now())
    return treatments[path.split('/')[1] ?? '']!
  }
  const service = await startPushService({ keep: false, check: 'sample', treat })
  const seconds = await startBusyService(() => ({ status: 429, headers: { 'retry-after': String(wait) } }))
  const date = await startBusyService((until) => ({
    status: 503,
    headers: { 'retry-after': new Date(until).toUTCString() },
  }))
  const silent = await startPushService({ keep: false, treat: () => ({ status: 0, instead: 'silence' }) })
  const broken = await startBrokenService()
  const origins: [string, string, number][] = [
    ...Object.keys(treatments).map((kind): [string, string, number] => [
      service.origin,
      kind,
      kind === 'huge' ? 3 : each,
    ]),
    [seconds.service.origin, 'seconds', each],
    [date.service.origin, 'date', each],
    [silent.origin, 'silent', 5],
    [broken.origin, 'broken', 20],
  ]
  const keys = service.subscription()
  // In no order; only the first service decrypts anything.
  const rows = origins.map(([origin, kind, count]) => ({ start: `${origin}/${kind}/`, count }))
  await sql`insert into push_subscriptions (endpoint, p256dh, auth)
    select start || number, ${keys.p256dh}, ${keys.auth}
      from jsonb_to_recordset(${sql.json(rows)}) as given(start text, count int), generate_series(1, count) as number
     order by random()`
  await queue(sql)
  const services = [service, seconds.service, date.service, silent]
  const tooShort = await finish(sql, {
    sentAt,
    isIdle: () => services.every(({ peak }) => peak.open === 0),
    unreachable: [silent.origin, broken.origin],
  })
  const total = origins.reduce((sum, [, , count]) => sum + count, 0)
  const figures = [
    ...(await outcomesOf(sql, { service, each, total })),
    { what: 'pauses before another try that were too short', value: tooShort, most: 0 },
    { what: 'messages to a service that had asked to wait', value: seconds.early() + date.early(), most: 0 },
    { what: 'alarms', value: portal.errors().split('refuses messages').length - 1, least: 1 },
  ]
  await sql.end()
  await portal.stop()
  broken.close()
  await Promise.all(services.map((one) => one.close()))
  return figures
}

interface Sent {
  service: Awaited<ReturnType<typeof startPushService>>
  /** Subscribers of each treatment, and of all services. */
  each: number
  total: number
}

async function outcomesOf(sql: postgres.Sql, { service, each, total }: Sent): Promise<Figure[]> {
  const [notification] = await sql<
    { sent: number; failed: number }[]
  >`select sent::int, failed::int from push.notifications`
  const { sent = 0, failed = 0 } = notification ?? {}
  const [ended] = await sql<{ count: number }[]>`select count(*)::int from push_subscriptions where not is_active`
  const triesOf = (kinds: string[]) =>
    [...service.counts].filter(([path]) => kinds.includes(path.split('/')[1] ?? '')).map(([, count]) => count)
  const untried = 4 * each - triesOf(['201', '500', '502', '400']).length
  const again = triesOf(never).filter((count) => count > 1).length
  const share = ((ended?.count ?? 0) / (2 * each)) * 100
  return [
    { what: 'subscribers', value: total },
    { what: 'subscribers without an outcome', value: total - sent - failed, most: 0, isPromise: true },
    { what: 'subscribers never tried', value: untried, most: 0, isPromise: true },
    { what: 'of subscriptions answered 404 or 410 have ended', value: share, unit: '%', least: 100, most: 100 },
    { what: 'tries of messages answered 5xx, most', value: Math.max(...triesOf(['500', '502'])), most: 5 },
    { what: 'messages tried again after 302, 400, 401, 403, 404, 410 or 413', value: again, most: 0 },
  ]
}

/**
 * @param sentAt when each address got its last message, in milliseconds since the epoch
 * @returns messages whose next try comes too early: the first pause is 10 s, each one twice as long as the one before, all
 *   a quarter more or less
 */
async function shortPauses(sql: postgres.Sql, sentAt: ReadonlyMap<string, number>): Promise<number> {
  const rows = await sql<{ endpoint: string; attempts: number; due: number }[]>`
    select endpoint, attempts, extract(epoch from not_before)::float8 * 1000 as due
      from push.retries join push_subscriptions on id = subscription_id and endpoint like '%/500/%'`
  const least = (attempts: number) => 7_000 * 2 ** (attempts - 1)
  return rows.filter(({ endpoint, attempts, due }) => {
    const last = sentAt.get(new URL(endpoint).pathname) ?? 0
    return due - last < least(attempts)
  }).length
}

interface Finishing {
  sentAt: ReadonlyMap<string, number>
  /** Whether no message is in flight. */
  isIdle: () => boolean
  /** Origins of services that cannot be reached. */
  unreachable: string[]
}

/** Waits for all outcomes, without the pauses between the tries. @returns how many of these pauses were too short */
async function finish(sql: postgres.Sql, { sentAt, isIdle, unreachable }: Finishing): Promise<number> {
  const ofUnreachable = unreachable.map((origin) => `${origin}/%`)
  let tooShort = 0
  for (let idle = 0, end = performance.now() + 300_000; performance.now() < end; await pause(250)) {
    if ((await sql`select from push.notifications where state = 'sending'`).count === 0) return tooShort
    const isBusy = !isIdle() || (await sql`select push.is_due() as due`)[0]?.['due']
    idle = isBusy ? 0 : idle + 1
    if (idle < 4) continue
    tooShort += await shortPauses(sql, sentAt)
    await sql`delete from push.pauses where origin = any (${unreachable})`
    await sql`update push.retries set not_before = now() from push_subscriptions
      where id = subscription_id and (attempts > 0 or endpoint like any (${ofUnreachable}))`
    idle = 0
  }
  const left =
    await sql`select endpoint, attempts from push.retries join push_subscriptions on id = subscription_id limit 3`
  throw new Error(`Messages have no outcome: ${JSON.stringify(left)}`)
}

/** A service that asks to wait at its first message, and counts those that come too early. */
async function startBusyService(busy: (until: number) => Treatment) {
  let firstAt = 0
  let early = 0
  const service = await startPushService({
    keep: false,
    check: 'sample',
    treat: () => {
      firstAt ||= Date.now()
      const age = Date.now() - firstAt
      if (age > wait * 1_000) return { status: 201 }
      // Messages in flight may arrive in the first second. A date has whole seconds.
      if (age > 1_000 && age < (wait - 1) * 1_000) early += 1
      return busy(firstAt + wait * 1_000)
    },
  })
  return { service, early: () => early }
}

/** A service that is no TLS server. */
async function startBrokenService() {
  const server = createServer((socket) => socket.on('error', () => {}).end('This is not TLS'))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { origin: `https://localhost:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}
