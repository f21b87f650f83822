import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type postgres from 'postgres'
import type { ServiceReport } from './push-service.ts'

/** Settings of a server that sends to the fake push service alone. */
export const settings = {
  SAMPLE_DATA: 'off',
  PUSH_ENDPOINT_HOSTS: 'localhost',
  NODE_EXTRA_CA_CERTS: fileURLToPath(new URL('../../test/fakes/push-service.pem', import.meta.url)),
}

export const content = {
  title: 'SSC CGL 2026: 17,727 posts',
  body: 'अंतिम तिथि 31-12-2026',
  category: 'newJobs',
  url: '/jobs/ssc-cgl-2026',
}

/** Starts the fake push service in a process of its own. */
export function startService(): ChildProcess {
  return fork(new URL('push-service.ts', import.meta.url))
}

export async function reportOf(service: ChildProcess, command = 'report'): Promise<ServiceReport> {
  service.send(command)
  const [found] = (await once(service, 'message')) as [ServiceReport]
  return found
}

/** Replaces all subscriptions by `count` new ones. */
export async function subscribe(
  sql: postgres.Sql,
  { endpoint, p256dh, auth }: ServiceReport['subscription'],
  count: number,
): Promise<void> {
  await sql`truncate push_subscriptions, push.notifications cascade`
  await sql`insert into push_subscriptions (endpoint, p256dh, auth)
    select ${endpoint} || number, ${p256dh}, ${auth} from generate_series(1, ${count}::int) as number`
  await sql`analyze push_subscriptions`
}

/** Queues the notification for everybody. */
export const queue = (sql: postgres.Sql) => sql`select push.queue(null, null, ${sql.json(content)})`

/** Makes every subscription follow one recruitment, at any time of the day. */
export async function followOneRecruitment(sql: postgres.Sql): Promise<void> {
  await sql`insert into recruitments (title, slug) values (${content.title}, 'followed') on conflict do nothing`
  await sql`insert into push.quiet_hours select id, '00:00', '00:00' from push_subscriptions`
  await sql`insert into push.follows (subscription_id, topic, events)
    select push_subscriptions.id, 'recruitment:' || recruitments.id, '{admit_cards}'
      from push_subscriptions, recruitments where slug = 'followed'`
  await sql`analyze push.follows`
}

/** Publishes an admit card of that recruitment, and waits until a server has queued its notification. */
export async function publishAdmitCard(sql: postgres.Sql): Promise<void> {
  await sql`insert into admit_cards (title, slug, recruitment_id)
    select ${content.title}, 'followed-' || (select count(*) from admit_cards), id from recruitments where slug = 'followed'`
  while ((await sql`select from push.events where not is_settled`).count > 0) await pause(20)
}

export const isDone = async (sql: postgres.Sql) =>
  (await sql`select from push.notifications where state = 'sending'`).count === 0
