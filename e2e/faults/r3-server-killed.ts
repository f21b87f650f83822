import postgres from 'postgres'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { settings as pushSettings } from '#bench/push/sending.ts'
import { adminHeaders, databaseUrl } from '#e2e/start/server.ts'
import { startPushService } from '#test/fakes/push-service.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { startPortal, type Portal } from './portal.ts'
import { startTraffic, type Answer, type Call } from './traffic.ts'

const perSecond = 200
const subscribers = 20
/** Milliseconds of load between two kills. */
const [shortest, longest] = [200, 900]

export const serverKilled: Fault = {
  name: 'R3',
  does: 'Kills the server among 200 requests a second that read, save, send and upload, each save sent again until it is answered: nothing is lost, doubled or half done, and a start takes two seconds.',
  run,
}

async function run({ size }: Scale): Promise<Figure[]> {
  const kills = { short: 3, usual: 30, full: 100 }[size]
  const pushService = await startPushService()
  let portal = await startPortal({ ...pushSettings, SAMPLE_DATA: 'on' })
  const headers = { ...(await adminHeaders(portal)), 'content-type': 'application/json' }
  await subscribe(portal, pushService)
  const starts: number[] = []
  /** Saves without an answer, which an admin sends again. */
  let unanswered: Call[] = []
  const answers: Answer[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const again = [...unanswered]
    const sent = new Map<string, Call>()
    const next = (number: number): Call => {
      const call = again.shift() ?? callOf(kill * 100_000 + number, headers)
      if (call.method) sent.set(call.kind, call)
      return call
    }
    const traffic = startTraffic(portal.url, perSecond, next)
    await pause(shortest + Math.random() * (longest - shortest))
    process.kill(portal.pid, 'SIGKILL')
    const answered = await traffic.stop()
    answers.push(...answered)
    const failed = answered.flatMap(({ kind, status }) => (status === 0 || status >= 500 ? (sent.get(kind) ?? []) : []))
    unanswered = [...again, ...failed]
    const startedAt = performance.now()
    portal = await startPortal({}, portal)
    starts.push((performance.now() - startedAt) / 1_000)
  }
  const last = startTraffic(portal.url, perSecond, (number) => unanswered[number] ?? { kind: 'page', path: '/' })
  await pause((unanswered.length / perSecond) * 1_000 + 500)
  answers.push(...(await last.stop()))
  const found = await inconsistencies(portal, answers)
  await portal.stop()
  await pushService.close()
  starts.sort((one, other) => one - other)
  return [
    { what: 'kills', value: kills },
    { what: 'acknowledged saves, sends and uploads', value: answers.filter(isAcknowledged).length },
    ...found,
    { what: 'from the start to the first page, median', value: starts[starts.length >> 1] ?? 0, unit: 's', most: 2 },
    { what: 'from the start to the first page, worst', value: starts.at(-1) ?? 0, unit: 's' },
  ]
}

/** Of twenty requests four save a notice, one sends a notification, one uploads. */
function callOf(number: number, headers: Record<string, string>): Call {
  const name = `written-${number}`
  const save = { method: 'POST', headers }
  const body = JSON.stringify
  if (number % 20 === 0) {
    const content = { title: name, body: name, category: 'newJobs', url: '/' }
    const path = '/functions/v1/push-notifications/send'
    return {
      ...save,
      kind: `send ${name}`,
      path,
      headers: { ...headers, 'idempotency-key': name },
      body: body(content),
    }
  }
  if (number % 20 === 10) {
    const pdf = `%PDF-1.7\n${name}\nstartxref\n0\n%%EOF\n`
    const path = `/storage/v1/object/notices/${name}.pdf`
    return {
      ...save,
      kind: `upload ${name}`,
      path,
      headers: { ...headers, 'content-type': 'application/pdf' },
      body: pdf,
    }
  }
  if (number % 5 === 1)
    return { ...save, kind: `save ${name}`, path: '/rest/v1/jobs', body: body({ title: name, slug: name }) }
  return { kind: 'page', path: number % 2 ? '/jobs' : `/search?q=ssc+${number}` }
}

function isAcknowledged({ kind, status }: Answer): boolean {
  return kind !== 'page' && status >= 200 && status < 300
}

async function subscribe(portal: Portal, service: Awaited<ReturnType<typeof startPushService>>): Promise<void> {
  const sql = postgres(databaseUrl(portal.dataDir), { max: 1 })
  const rows = Array.from({ length: subscribers }, (_, number) => service.subscription(`/push/${number}`))
  await sql`insert into push_subscriptions ${sql(rows)}`
  await sql.end()
}

async function inconsistencies(portal: Portal, answers: Answer[]): Promise<Figure[]> {
  const sql = postgres(databaseUrl(portal.dataDir), { max: 1 })
  // Workers that were killed hold their leases.
  await sql`update push.batches set lease_until = now()`
  const isSending = async () => (await sql`select from push.notifications where state = 'sending'`).count > 0
  for (let wait = 0; wait < 300 && (await isSending()); wait += 1) await pause(100)
  const acknowledged = answers.filter(isAcknowledged).map(({ kind }) => kind)
  const files = readdirSync(join(portal.dataDir, 'uploads', 'notices'))
  const [row] = await sql<Record<string, number>[]>`
    select
      (select count(*)::int from unnest(${acknowledged}::text[]) as kind
        where kind not in (select 'save ' || slug from jobs union all select 'send ' || title from push.notifications
          union all select 'upload ' || left(user_metadata ->> 'fileName', -4) from storage.objects)) as lost,
      (select count(*)::int from jobs full join (select * from search.entries where priority =
          (select priority from content.kinds where name = 'jobs')) as entry using (id)
        where (jobs.id is null or entry.id is null) and status is distinct from 'inactive') as unindexed,
      (select count(*)::int from jobs where slug like 'written-%' and not exists (
         select from outbox.changes where table_name = 'jobs' and record ->> 'slug' = jobs.slug)
         and created_at > now() - interval '10 minutes') as untold,
      (select count(*)::int from (select title from push.notifications group by title having count(*) > 1) as twice) as twice,
      (select count(*)::int from push.notifications where state <> 'done' or sent <> ${subscribers}) as unfinished,
      (select count(*)::int from storage.objects where name <> all (${files})) as fileless,
      (select abs(notices - (select count(*) from jobs where status is distinct from 'inactive'))::int
         from published.notice_counts where content_table = 'jobs') as miscounted`
  await sql.end()
  const half = ['unindexed', 'untold', 'unfinished', 'fileless', 'miscounted'].map((name) => row?.[name] ?? 1)
  return [
    { what: 'acknowledged saves, sends and uploads lost', value: row?.['lost'] ?? 1, most: 0, isPromise: true },
    { what: 'operations half done', value: half.reduce((sum, count) => sum + count, 0), most: 0, isPromise: true },
    { what: 'notifications sent twice by a repeated request', value: row?.['twice'] ?? 1, most: 0, isPromise: true },
  ]
}
