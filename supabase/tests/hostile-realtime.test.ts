import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { address, openRaw, joinPayload, type RawSocket } from './raw-socket.ts'
import { until } from './realtime-client.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const failures: unknown[] = []
const { url, client, settled } = await runBackend(database, {
  logFailure: (what, error) => failures.push([what, error]),
})

const changesOf = ({ messages }: RawSocket) =>
  messages.filter(({ event }) => event === 'postgres_changes').map(({ payload }) => payload['data'] as Change)
interface Change {
  table: string
  type: string
  record?: { title?: string; name?: string }
  old_record?: object
}

async function join(raw: RawSocket, topic: string, ...bindings: object[]): Promise<RawSocket> {
  const reply = await raw.request({ topic: `realtime:${topic}`, event: 'phx_join', payload: joinPayload(...bindings) })
  expect(reply.payload['status']).toBe('ok')
  return raw
}

async function addJob(title: string, status = 'active'): Promise<void> {
  await sql`insert into jobs (title, slug, status) values (${title}, gen_random_uuid(), ${status})`
}

/** One row in every table that holds what visitors must not see. */
async function writeSecrets(): Promise<void> {
  await sql`insert into push_subscriptions (endpoint, p256dh, auth) values ('https://' || gen_random_uuid(), 'k', 'k')`
  await sql`insert into newsletter_subscribers (email) values (gen_random_uuid() || '@example.org')`
  await sql`insert into analytics_events (event_type, page) values ('page_view', '/')`
  await sql`update profiles set role = role`
  await sql`update auth.users set updated_at = now()`
}

describe('S31: what visitors cannot do over realtime', () => {
  test('a visitor who joins every schema and table gets published public rows, and only the id of deleted ones', async () => {
    const raw = await openRaw({ url })
    await join(raw, 'all', { event: '*', schema: '*', table: '*' }, { event: '*', schema: '*' })
    await writeSecrets()
    await addJob('Draft', 'inactive')
    await addJob('Public')
    await sql`update jobs set title = 'Draft again' where status = 'inactive'`
    await sql`delete from jobs`
    await settled()
    await raw.until((socket) => changesOf(socket).some(({ table }) => table === 'recruitments'))
    const ofJobs = changesOf(raw).filter(({ table }) => table !== 'recruitments')
    expect(ofJobs.map(({ table, type, record }) => [table, type, record?.title])).toEqual([
      ['jobs', 'INSERT', 'Public'],
      ['jobs', 'DELETE', undefined],
    ])
    expect(ofJobs[1]?.old_record).toEqual({ id: expect.any(Number) })
  })

  test.each([
    ['public', 'profiles'],
    ['public', 'push_subscriptions'],
    ['*', 'push_subscriptions'],
    ['public', 'newsletter_subscribers'],
    ['public', 'analytics_events'],
    ['auth', 'users'],
    ['auth', '*'],
    ['outbox', 'changes'],
    ['pg_catalog', 'pg_authid'],
  ])('a visitor who joins the table %s.%s gets an error and no change', async (schema, table) => {
    const raw = await openRaw({ url })
    await join(raw, 'secret', { event: '*', schema, table })
    await raw.until(({ messages }) => messages.some(({ event }) => event === 'system'))
    expect(raw.messages.at(-1)?.payload).toMatchObject({ status: 'error', extension: 'postgres_changes' })
    await writeSecrets()
    await settled()
    await raw.request({ event: 'heartbeat' })
    expect(changesOf(raw)).toEqual([])
  })

  test('ten thousand joins on one socket close it, and others are not disturbed', async () => {
    const bystander = await join(await openRaw({ url }), 'jobs', { event: '*', schema: 'public', table: 'jobs' })
    const raw = await openRaw({ url })
    for (let number = 0; number < 10_000; number += 1)
      raw.send({ ref: String(number), topic: `realtime:${number}`, event: 'phx_join', payload: joinPayload() })
    await raw.until(({ closed }) => closed.length === 1)
    expect(raw.closed[0]?.code).toBe(1008)
    expect(raw.messages.filter(({ payload }) => payload['status'] === 'ok').length).toBeLessThanOrEqual(10)
    await addJob('Still delivered')
    await bystander.until((socket) => changesOf(socket).length === 1)
  })

  test('broadcast and presence reach nobody, as text or as bytes', async () => {
    const everyJob = { event: '*', schema: 'public', table: 'jobs' }
    const [sender, other] = [await openRaw({ url }), await openRaw({ url })]
    for (const raw of [sender, other]) await join(raw, 'room', everyJob)
    const topic = 'realtime:room'
    const spam = { type: 'broadcast', event: 'spam', payload: { text: 'Buy this' } }
    for (const event of ['broadcast', 'presence']) {
      const reply = await sender.request({ topic, event, payload: spam })
      expect(reply.payload).toMatchObject({ status: 'error', response: { reason: expect.stringMatching(/^Unauth/) } })
    }
    const parts = ['1', '2', topic, 'spam', '', '{"text":"Buy this"}'].map((part) => Buffer.from(part))
    sender.socket.send(Buffer.concat([Buffer.from([3, ...parts.slice(0, 5).map(({ length }) => length), 1]), ...parts]))
    await sender.until(({ messages }) => messages.filter(({ event }) => event === 'system').length === 4)
    await addJob('The next message')
    await other.until((socket) => changesOf(socket).length === 1)
    expect(other.messages.map(({ event }) => event)).toEqual(['phx_reply', 'system', 'postgres_changes'])
    expect(other.texts.join()).not.toContain('Buy this')
  })

  test('who joins the topic of another visitor or of staff gets what a visitor gets, and disturbs nobody', async () => {
    const everyJob = { event: '*', schema: 'public', table: 'jobs' }
    const { data } = await client().auth.signInWithPassword(admin)
    const [staff, visitor, intruder] = [await openRaw({ url }), await openRaw({ url }), await openRaw({ url })]
    const payload = { ...joinPayload(everyJob), access_token: data.session?.access_token ?? '' }
    await staff.request({ topic: 'realtime:shared', event: 'phx_join', payload })
    await join(visitor, 'shared', everyJob)
    await join(intruder, 'shared', everyJob)
    await addJob('A draft', 'inactive')
    await addJob('A notice')
    for (const raw of [staff, visitor, intruder])
      await raw.until((socket) => changesOf(socket).at(-1)?.record?.title === 'A notice')
    expect([staff, visitor, intruder].map((raw) => changesOf(raw).length)).toEqual([2, 1, 1])
    await intruder.request({ topic: 'realtime:shared', event: 'phx_leave' })
    intruder.send({ topic: 'realtime:shared', event: 'phx_close' })
    await addJob('Another notice')
    for (const raw of [staff, visitor])
      await raw.until((socket) => changesOf(socket).at(-1)?.record?.title === 'Another notice')
    expect(changesOf(intruder).length).toBe(1)
  })

  test('a page of another origin acts as a visitor, also with cookies of an admin', async () => {
    const { data } = await client().auth.signInWithPassword(admin)
    const token = data.session?.access_token ?? ''
    const socket = new WebSocket(address(url, { apikey: keys.publishableKey, vsn: '2.0.0' }), {
      headers: { origin: 'https://evil.example', cookie: `sb-access-token=${token}; auth_tokens=${token}` },
    })
    const texts: string[] = []
    socket.on('message', (bytes: Buffer) => texts.push(bytes.toString()))
    await new Promise((resolve) => socket.once('open', resolve))
    const everyJob = { event: '*', schema: 'public', table: 'jobs' }
    socket.send(JSON.stringify(['1', '1', 'realtime:jobs', 'phx_join', joinPayload(everyJob)]))
    await until(() => texts.some((text) => text.includes('"system"')))
    await addJob('Not for visitors', 'inactive')
    await addJob('For everyone')
    await until(() => texts.some((text) => text.includes('For everyone')))
    expect(texts.join()).not.toContain('Not for visitors')
    socket.terminate()
  })

  test('none of these tests caused a failure of the server', () => {
    expect(failures).toEqual([])
  })
})
