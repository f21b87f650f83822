import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
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

export const isDone = async (sql: postgres.Sql) =>
  (await sql`select from push.notifications where state = 'sending'`).count === 0
