import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { settings as pushSettings } from '#bench/push/sending.ts'
import { indianDay } from '#domain/dates.ts'
import { databaseUrl, newFolder, shownAccount, type Account } from '#e2e/start/server.ts'
import { startPushService } from '#test/fakes/push-service.ts'
import { NotPossible, type Fault, type Figure } from './fault.ts'
import { keyHeaders, startPortal, until, type Portal } from './portal.ts'

const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`,
)
const subscribers = 500

export const wrongClock: Fault = {
  name: 'R20',
  does: 'Sets the clock of the server an hour ahead and back while it runs, and to Indian midnight in time zones that change theirs: signatures and sessions stay valid, nothing is sent twice, notices stay in order.',
  run,
}

async function run(): Promise<Figure[]> {
  const library = libraries.find((path) => existsSync(path))
  if (!library) throw new NotPossible('needs faketime: apt-get install faketime')
  const clock = join(newFolder(), 'clock')
  const setClock = (offset: string) => writeFileSync(clock, offset)
  setClock('+0')
  const faked = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const service = await startPushService()
  const portal = await startPortal({ ...pushSettings, ...faked, SAMPLE_DATA: 'on' })
  const account = shownAccount(portal.output())!
  const sql = postgres(databaseUrl(portal.dataDir), { max: 1, onnotice: () => {} })
  const rows = Array.from({ length: subscribers }, (_, number) => service.subscription(`/push/${number}`))
  await sql`insert into push_subscriptions ${sql(rows)}`
  let [sessions, sent] = [0, 0]
  for (const offset of ['+1h', '-1h', '+0'] as const) {
    setClock(offset)
    if (!(await isSessionValid(portal, account))) sessions += 1
    service.counts.clear()
    await sql`select push.queue(null, null, ${sql.json({ title: `At ${offset}`, body: 'x', category: 'newJobs', url: '/' })})`
    // The clock jumps in the middle of the sending, too.
    await until(() => service.counts.size > subscribers / 4)
    setClock(offset === '+1h' ? '-1h' : '+1h')
    await until(async () => (await sql`select from push.notifications where state = 'sending'`).count === 0)
    setClock(offset)
    sent += [...service.counts.values()].reduce(
      (sum, count) => sum + Math.abs(count - 1),
      subscribers - service.counts.size,
    )
  }
  await sql.end()
  await portal.stop()
  await service.close()
  const orders = await ordersOf(portal, faked, setClock)
  return [
    { what: 'sessions that were refused after the jump', value: sessions, most: 0 },
    { what: 'messages skipped or sent twice', value: sent, most: 0, isPromise: true },
    { what: 'messages whose signature the push service refused', value: service.problems.length, most: 0 },
    { what: 'orders of the list of jobs, by time zone and moment', value: orders, most: 1 },
  ]
}

/** Signs in and reads with the new token. */
async function isSessionValid(portal: Portal, account: Account): Promise<boolean> {
  const headers = keyHeaders(portal)
  const signedIn = await fetch(`${portal.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { ...headers, 'x-forwarded-for': `10.1.0.${Math.floor(Math.random() * 250)}` },
    body: JSON.stringify(account),
  })
  const { access_token } = (await signedIn.json()) as { access_token?: string }
  const read = await fetch(`${portal.url}/rest/v1/rpc/is_admin`, {
    headers: { ...headers, authorization: `Bearer ${access_token}` },
  })
  return read.ok && (await read.json()) === true
}

/** @returns the number of different orders of the newest jobs, around midnight in India and around changes of clocks */
async function ordersOf(
  earlier: Portal,
  faked: Record<string, string>,
  setClock: (offset: string) => void,
): Promise<number> {
  const orders = new Set<string>()
  const day = indianDay(Date.now())
  const moments: [zone: string, utc: string][] = [
    ['Asia/Kolkata', `${day} 18:29:58`],
    ['America/New_York', `${day} 18:30:02`],
    ['America/New_York', '2026-11-01 05:59:58'],
    ['Europe/London', '2027-03-28 00:59:58'],
  ]
  for (const [TZ, utc] of moments) {
    // An absolute time without @ would stand still.
    setClock(`+${Math.round((Date.parse(`${utc.replace(' ', 'T')}Z`) - Date.now()) / 1_000)}`)
    const settings = { ...earlier.settings, ...faked, TZ }
    const portal = await startPortal({}, { ...earlier, settings })
    const page = await (await fetch(`${portal.url}/jobs`)).text()
    orders.add([...new Set(page.match(/(?<=href=")\/jobs\/[^"?#]+(?=")/g))].join())
    await portal.stop()
  }
  return orders.size
}
