import { createECDH, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { DEFAULT_PUSH_PREFERENCES } from '#domain/push/preferences.ts'
import { ask } from './traffic.ts'
import type { WritePath, WriteTools } from './write-path.ts'

const pushCalls = '/functions/v1/push-notifications'

/** What visitors write, and what becomes of subscriptions. */
export const visitorWrites: WritePath[] = [
  form('/newsletter', 'newsletter_subscribers', (mark) => ({ email: `${mark}@example.org` })),
  form('/contact', 'contact_messages', (mark) => ({
    name: mark,
    email: `${mark}@example.org`,
    subject: mark,
    message: mark,
  })),
  {
    name: 'page view',
    async prepare({ server, key, sql }, mark) {
      const body = JSON.stringify({ event_type: 'page_view', page: `/${mark}` })
      return {
        act: async () =>
          (await ask(server.url, { kind: '', path: '/rest/v1/analytics_events', method: 'POST', headers: key, body }))
            .status,
        state: async () => [String((await sql`select from analytics_events where page = ${`/${mark}`}`).count)],
      }
    },
  },
  {
    name: 'subscribe to notifications',
    async prepare(tools, mark) {
      const keys = {
        p256dh: createECDH('prime256v1').generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      }
      return subscriptionWrite(tools, 'POST /subscribe', { endpoint: endpointOf(tools, mark), ...keys })
    },
  },
  {
    name: 'change preferences',
    async prepare(tools, mark) {
      const preferences = { ...DEFAULT_PUSH_PREFERENCES, newJobs: false }
      return subscriptionWrite(tools, 'PUT /preferences', { endpoint: await subscribe(tools, mark), preferences })
    },
  },
  {
    name: 'unsubscribe',
    prepare: async (tools, mark) =>
      subscriptionWrite(tools, 'DELETE /unsubscribe', { endpoint: await subscribe(tools, mark) }),
  },
  { name: 'send a notification', isSlow: true, prepare: prepareSend },
]

function form(path: string, table: string, fields: (mark: string) => Record<string, string>): WritePath {
  return {
    name: `the form of ${path}`,
    async prepare({ server, sql }, mark) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams(fields(mark)).toString()
      return {
        act: async () => (await ask(server.url, { kind: path, path, method: 'POST', headers, body })).status,
        state: async () => [
          String((await sql`select from ${sql(table)} where email = ${`${mark}@example.org`}`).count),
        ],
      }
    },
  }
}

function endpointOf({ pushService }: WriteTools, mark: string): string {
  return `${pushService.origin}/${mark}`
}

async function subscribe(tools: WriteTools, mark: string): Promise<string> {
  const subscription = {
    ...tools.pushService.subscription(`/${mark}`),
    preferences: tools.sql.json(DEFAULT_PUSH_PREFERENCES),
  }
  await tools.sql`insert into push_subscriptions ${tools.sql(subscription)}`
  return subscription.endpoint
}

function subscriptionWrite(
  { server, key, sql }: WriteTools,
  line: string,
  body: { endpoint: string; [field: string]: unknown },
) {
  const [method = '', path = ''] = line.split(' ')
  const call = { kind: line, path: pushCalls + path, method, headers: key, body: JSON.stringify(body) }
  return {
    act: async () => (await ask(server.url, call)).status,
    async state() {
      const rows = await sql`
        select is_active, preferences ->> 'newJobs' as wanted from push_subscriptions where endpoint = ${body.endpoint}`
      return [JSON.stringify(rows)]
    },
  }
}

/** Queued as a whole and then sent to everybody, or not at all. */
async function prepareSend(tools: WriteTools, mark: string) {
  const { server, admin, sql, pushService } = tools
  await sql`delete from push_subscriptions`
  const paths = [1, 2, 3].map((number) => `${mark}n${number}`)
  for (const path of paths) await subscribe(tools, path)
  const body = JSON.stringify({ title: mark, body: mark, category: 'newJobs', url: '/' })
  const headers = { ...admin, 'content-type': 'application/json' }
  return {
    act: async () =>
      (await ask(server.url, { kind: 'send', path: `${pushCalls}/send`, method: 'POST', headers, body })).status,
    async state() {
      let rows: { state: string }[] = []
      for (let wait = 0; wait < 200; wait += 1) {
        rows = await sql<{ state: string }[]>`select state from push.notifications where title = ${mark}`
        if (rows.every(({ state }) => state === 'done')) break
        // A worker that was cut off holds its lease for 30 seconds.
        await sql`update push.batches set lease_until = now()`
        await pause(100)
      }
      const received = paths.filter((path) => pushService.counts.has(`/${path}`)).length
      return [JSON.stringify([rows.map(({ state }) => state), received])]
    },
  }
}
