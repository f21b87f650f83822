import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PUSH_UNDO_MS } from '#domain/push/limits.ts'
import { fakeAuthority, startPushService } from '#test/fakes/push-service.ts'
import { newContent, pushClient } from './push-client.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const settings = { push: { authority: fakeAuthority } }
// Two servers on one database: everything below is sent once all the same.
const running = await runBackend(database, settings)
await runBackend(database, settings)
const service = await startPushService()
afterAll(() => service.close())

const { call, asStaff } = pushClient(running)
const staff = await asStaff()
const person = running.client(keys.publishableKey, staff)
const waitOptions = { timeout: 60_000, interval: 20 }

const stateOf = async (id: string) =>
  (await sql`select state, sent::int, recipients::int from push.notifications where id = ${id}`)[0]
const until = (id: string, state: string) =>
  vi.waitUntil(async () => (await stateOf(id))?.['state'] === state, waitOptions)
/** Lets the time of a notification be so many seconds ago. */
const due = (id: string, seconds = 0) =>
  sql`update push.notifications set send_at = now() - make_interval(secs => ${seconds}) where id = ${id}`
const plan = async (content: object, headers: Record<string, string> = {}) =>
  (await call('POST /send', content, { ...staff, ...headers })).body as {
    notificationId: string
    state: string
    sendAt?: string
  }
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

async function newJob(status = 'active') {
  const slug = `job-${randomUUID()}`
  await sql`insert into jobs (title, slug, status) values ('SSC CGL', ${slug}, ${status})`
  return slug
}

beforeEach(async () => {
  await vi.waitUntil(async () => (await sql`select from push.batches`).count === 0, waitOptions)
  await sql`delete from push_subscriptions`
  await sql`delete from push.notifications`
  await sql`insert into push_subscriptions ${sql([service.subscription('/a'), service.subscription('/b')])}`
  service.received.length = 0
})

describe('undoing', () => {
  test('a browser offers to undo a notification for as long as the database allows it', async () => {
    expect(await sql`select extract(epoch from push.undo_time())::int as seconds`).toEqual([
      { seconds: PUSH_UNDO_MS / 1_000 },
    ])
  })

  test('a notification that can be undone is stored at once and leaves ten seconds later', async () => {
    const { notificationId: id, ...result } = await plan({ ...newContent(), undo: true })
    expect(result).toEqual({
      state: 'planned',
      sent: 0,
      failed: 0,
      totalRecipients: 2,
      sendAt: expect.any(String),
      leavesIn: expect.closeTo(10, 0),
    })
    expect(service.received).toEqual([])
    await due(id)
    await until(id, 'done')
    expect(service.received.map(({ path }) => path).sort()).toEqual(['/a', '/b'])
    // The life of its messages begins when it leaves.
    expect(Math.min(...service.received.map(({ ttl }) => ttl))).toBeGreaterThan(86_000)
  })

  test('an undone notification is not sent, and once it has left it cannot be undone', async () => {
    const undo = async (id: string) =>
      (await person.rpc('change_push', { notification: Number(id), new_state: 'cancelled' })).data
    const { notificationId: first } = await plan({ ...newContent(), undo: true })
    expect(await undo(first)).toBe(true)
    await due(first)
    const { notificationId: second } = await plan({ ...newContent(), undo: true })
    await due(second)
    await until(second, 'done')
    expect(await undo(second)).toBe(false)
    expect((await stateOf(first))?.['state']).toBe('cancelled')
    expect(service.received).toHaveLength(2)
  })

  test('one that is being sent is not undone, but can be cancelled', async () => {
    const { notificationId } = await plan({ ...newContent(), undo: true })
    await sql`update push.notifications set state = 'sending', send_at = null where id = ${notificationId}`
    const cancel = async (unsent: boolean) =>
      (await person.rpc('change_push', { notification: Number(notificationId), new_state: 'cancelled', unsent })).data
    expect(await cancel(true)).toBe(false)
    expect((await stateOf(notificationId))?.['state']).toBe('sending')
    expect(await cancel(false)).toBe(true)
  })

  test('a change that is repeated, because its answer was lost, is done, unless the notification had left before', async () => {
    const { notificationId } = await plan({ ...newContent(), undo: true })
    const changeTo = async (new_state: string, unsent = false) =>
      (await person.rpc('change_push', { notification: Number(notificationId), new_state, unsent })).data
    expect([await changeTo('cancelled', true), await changeTo('cancelled', true)]).toEqual([true, true])
    await sql`update push.notifications set state = 'sending', send_at = now() where id = ${notificationId}`
    for (const state of ['paused', 'cancelled'])
      expect([await changeTo(state), await changeTo(state)]).toEqual([true, true])
    expect(await changeTo('cancelled', true), 'it had left').toBe(false)
    expect(await changeTo('paused')).toBe(false)
  })

  test('a request that is repeated is one notification, by its key or by what it says; after an undo it is a new one', async () => {
    const content = { ...newContent(), undo: true }
    const first = await plan(content, { 'idempotency-key': 'undo-1' })
    expect((await plan(content, { 'idempotency-key': 'undo-1' })).notificationId).toBe(first.notificationId)
    expect((await plan(content, { 'idempotency-key': 'undo-2' })).notificationId).toBe(first.notificationId)
    await person.rpc('change_push', { notification: Number(first.notificationId), new_state: 'cancelled' })
    expect((await plan(content, { 'idempotency-key': 'undo-3' })).notificationId).not.toBe(first.notificationId)
  })
})

describe('scheduling', () => {
  test('a scheduled notification waits for its time, and reaches those who want it then', async () => {
    const { notificationId: id, sendAt } = await plan({ ...newContent(), sendAt: inMinutes(90) })
    expect(Date.parse(sendAt ?? '') - Date.now()).toBeGreaterThan(80 * 60_000)
    await sql`insert into push_subscriptions ${sql(service.subscription('/later'))}`
    await due(id, 30)
    await until(id, 'done')
    expect(service.received.map(({ path }) => path).sort()).toEqual(['/a', '/b', '/later'])
  })

  test.each([
    ['too far ahead', inMinutes(367 * 24 * 60)],
    ['long ago', inMinutes(-61)],
  ])('a time that is %s is rejected', async (_what, sendAt) => {
    const { status, body } = await call('POST /send', { ...newContent(), sendAt }, staff)
    expect([status, body.error]).toEqual([400, 'sendAt: must be a time from now to a year ahead'])
  })

  test('what no server sent for an hour is reported and not sent', async () => {
    const { notificationId: late } = await plan({ ...newContent(), sendAt: inMinutes(5) })
    const { notificationId: inTime } = await plan({ ...newContent(), sendAt: inMinutes(5) })
    await due(late, 3_601)
    await due(inTime, 3_500)
    await until(late, 'late')
    await until(inTime, 'done')
    expect(service.received).toHaveLength(2)
    const { data } = await person.rpc('push_open')
    expect(data).toEqual([expect.objectContaining({ id: Number(late), state: 'late' })])
  })

  test.each([
    ['hidden', `update jobs set status = 'inactive' where slug = $1`],
    ['deleted', `delete from jobs where slug = $1`],
  ])('a notification about a notice that was %s meanwhile is reported and not sent', async (_what, change) => {
    const slug = await newJob()
    const { notificationId: id } = await plan({ ...newContent({ url: `/jobs/${slug}` }), sendAt: inMinutes(5) })
    await sql.unsafe(change, [slug])
    await due(id, 61)
    await until(id, 'hidden')
    expect(service.received).toEqual([])
  })

  test('a notification about a notice that is published in the same minute waits for it', async () => {
    const slug = await newJob('inactive')
    const { notificationId: id } = await plan({ ...newContent({ url: `/jobs/${slug}` }), sendAt: inMinutes(5) })
    await due(id)
    await sql`select push.release()`
    expect((await stateOf(id))?.['state']).toBe('planned')
    await sql`update jobs set status = 'active' where slug = ${slug}`
    await until(id, 'done')
    expect(service.received).toHaveLength(2)
  })

  test('a notification changes until it leaves', async () => {
    const { notificationId } = await plan({ ...newContent(), sendAt: inMinutes(5) })
    const changed = { ...newContent({ title: 'Corrected', url: '/results' }), notificationId, sendAt: inMinutes(120) }
    expect((await call('PUT /planned', changed, staff)).body).toMatchObject({
      state: 'planned',
      sendAt: changed.sendAt,
    })
    const [row] = await sql`select title, url from push.notifications where id = ${notificationId}`
    expect(row).toEqual({ title: 'Corrected', url: '/results' })
    expect((await call('PUT /planned', { ...changed, url: 'https://evil.example' }, staff)).status).toBe(400)
    expect((await call('PUT /planned', changed)).status).toBe(401)
    await due(notificationId)
    await until(notificationId, 'done')
    expect(await call('PUT /planned', changed, staff)).toMatchObject({
      status: 409,
      body: { error: 'It has left already, or was cancelled' },
    })
  })

  test('of two people who change one text, the second is told, and a repeated change is one', async () => {
    const { notificationId } = await plan({ ...newContent(), sendAt: inMinutes(5) })
    const change = (title: string, sendAt: string) => ({ ...newContent({ title }), notificationId, sendAt, version: 1 })
    const [first, second] = [change('Corrected', inMinutes(60)), change('Another', inMinutes(90))]
    expect((await call('PUT /planned', first, staff)).status).toBe(200)
    expect((await call('PUT /planned', first, staff)).status).toBe(200)
    expect(await call('PUT /planned', second, staff)).toMatchObject({
      status: 409,
      body: {
        error: 'It was changed meanwhile: press Change on it again to see what it says now',
      },
    })
    const [row] = await sql`select title, version from push.notifications where id = ${notificationId}`
    expect(row).toEqual({ title: 'Corrected', version: 2 })
  })

  test('what waits is listed however many were sent after it', async () => {
    const { notificationId: id } = await plan({ ...newContent(), sendAt: inMinutes(5) })
    await sql`insert into push.notifications (title, body, category, url, state)
      select number::text, 'Body', 'newJobs', '/', 'done' from generate_series(1, 30) as number`
    expect((await person.rpc('push_open')).data).toEqual([
      expect.objectContaining({ id: Number(id), state: 'planned' }),
    ])
  })
})

describe('taps', () => {
  const tap = (endpoint: string, notificationId: string, address = randomUUID()) =>
    call('POST /click', { endpoint, notificationId }, { 'x-client': address })
  const clicks = async (id: string) =>
    (await sql`select clicks::int from push.notifications where id = ${id}`)[0]?.['clicks']
  const endpointOf = (path: string) => service.subscription(path).endpoint

  test('are counted once for each subscription, up to the messages that were sent, and nobody is stored', async () => {
    const { notificationId: id } = await plan(newContent())
    await until(id, 'done')
    for (let time = 0; time < 3; time += 1) expect((await tap(endpointOf('/a'), id)).body).toEqual({ success: true })
    expect(await clicks(id)).toBe(1)
    await tap(endpointOf('/b'), id)
    expect(await clicks(id)).toBe(2)
    await sql`insert into push_subscriptions ${sql({ ...service.subscription('/c'), created_at: '2026-01-01' })}`
    await tap(endpointOf('/c'), id)
    expect(await clicks(id)).toBe(2)
    const [stored] = await sql`select string_agg(caller, ' ') as callers from push.call_counts`
    expect(stored?.['callers']).not.toContain('/push')
  })

  test('from an unknown endpoint or on an unknown notification are answered alike and not counted', async () => {
    const { notificationId: id } = await plan(newContent())
    await until(id, 'done')
    expect((await tap('https://localhost/unknown', id)).body).toEqual({ success: true })
    expect((await tap(endpointOf('/a'), '999999999')).body).toEqual({ success: true })
    expect(await clicks(id)).toBe(0)
    expect((await tap(endpointOf('/a'), 'test')).status).toBe(400)
  })

  test('are not counted from subscriptions that did not get it: later ones, and those without its category', async () => {
    const { notificationId: id } = await plan(newContent())
    await until(id, 'done')
    await sql`insert into push_subscriptions ${sql(service.subscription('/later'))}`
    await tap(endpointOf('/later'), id)
    await sql`update push_subscriptions set preferences = '{"newJobs": false}' where endpoint = ${endpointOf('/a')}`
    await tap(endpointOf('/a'), id)
    expect(await clicks(id)).toBe(0)
    await tap(endpointOf('/b'), id)
    expect(await clicks(id)).toBe(1)
    // What the server sends to followers asks for no category.
    await sql`update push.notifications set event = 'jobs' where id = ${id}`
    await sql`select push.count_click(${endpointOf('/a')}, ${id})`
    expect(await clicks(id)).toBe(2)
  })

  test('from one address are limited', async () => {
    const address = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 61 }, (_, number) => tap(endpointOf('/a'), `${1e9 + number}`, address)),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  test('stand in the history with the sender', async () => {
    const { notificationId: id } = await plan(newContent())
    await until(id, 'done')
    await tap(endpointOf('/a'), id)
    const { data } = await person.rpc('push_history', { most: 1 })
    expect(data).toEqual([
      expect.objectContaining({ id: Number(id), clicks: 1, sender: 'editor@example.org', is_own: true }),
    ])
  })
})

describe('approval', () => {
  /** An editor who is signed in. */
  async function newEditor() {
    const account = { id: randomUUID(), email: `${randomUUID()}@example.org` }
    await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, aud, role, raw_app_meta_data, raw_user_meta_data)
      select ${account.id}, ${account.email}, encrypted_password, email_confirmed_at, aud, role, raw_app_meta_data, raw_user_meta_data
        from auth.users where email = ${admin.email}`
    await sql`update profiles set display_name = null where display_name = 'Asha'`
    await sql`insert into profiles (id, role, display_name) values (${account.id}, 'editor', 'Asha')`
    const headers = await asStaff({ ...admin, email: account.email })
    return { id: account.id, headers, client: running.client(keys.publishableKey, headers) }
  }
  const versionOf = async (id: string): Promise<number> =>
    (await sql`select version from push.notifications where id = ${id}`)[0]?.['version']
  const change = async (by: typeof person, id: string, to: string, seen?: number) =>
    (await by.rpc('change_push', { notification: Number(id), new_state: to, seen: seen ?? (await versionOf(id)) })).data

  test.each([
    ['at once', {}],
    ['with the time to undo it', { undo: true }],
    ['at a time', { sendAt: inMinutes(5) }],
  ])('what an editor sends %s waits until an admin approves it', async (_when, when) => {
    const editor = await newEditor()
    const { body } = await call('POST /send', { ...newContent(), ...when }, editor.headers)
    const id = String(body.notificationId)
    expect(body).toMatchObject({ state: 'asked', totalRecipients: 2 })
    await sql`select push.release(now() + interval '1 hour')`
    expect(await change(editor.client, id, 'planned')).toBe(false)
    expect((await editor.client.rpc('push_open')).data).toEqual([
      expect.objectContaining({ id: Number(id), state: 'asked', may_approve: false, is_own: true }),
    ])
    expect(await change(person, id, 'planned')).toBe(true)
    await due(id)
    await until(id, 'done')
    const { data } = await person.rpc('push_history', { most: 1 })
    expect(data).toEqual([expect.objectContaining({ sender: 'Asha', approver: admin.email, is_own: false, sent: 2 })])
  })

  test('an editor takes back what is not approved, and what is changed after that waits again', async () => {
    const editor = await newEditor()
    const ask = async () => String((await call('POST /send', newContent(), editor.headers)).body.notificationId)
    const taken = await ask()
    expect(await change(editor.client, taken, 'cancelled')).toBe(true)
    expect(await change(person, taken, 'planned')).toBe(false)
    const approved = await ask()
    await sql`update push.notifications set scheduled_for = now() + interval '1 hour' where id = ${approved}`
    expect(await change(person, approved, 'planned')).toBe(true)
    const changed = { ...newContent(), notificationId: approved, sendAt: inMinutes(90) }
    expect((await call('PUT /planned', changed, editor.headers)).body).toMatchObject({ state: 'asked' })
    const { notificationId } = await plan({ ...newContent(), sendAt: inMinutes(5) })
    expect((await call('PUT /planned', { ...changed, notificationId }, editor.headers)).status).toBe(409)
    expect(await change(editor.client, notificationId, 'cancelled')).toBe(false)
  })

  test('is of the text that was read, and changes nothing when that was changed meanwhile', async () => {
    const editor = await newEditor()
    const id = String((await call('POST /send', newContent(), editor.headers)).body.notificationId)
    const seen = (await person.rpc('push_open')).data?.[0].version
    const changed = { ...newContent({ title: 'Other words' }), notificationId: id, sendAt: null }
    expect((await call('PUT /planned', changed, editor.headers)).status).toBe(200)
    expect(await change(person, id, 'planned', seen)).toBe(false)
    expect((await person.rpc('change_push', { notification: Number(id), new_state: 'planned' })).data).toBe(false)
    const [open] = (await person.rpc('push_open')).data
    expect(open).toMatchObject({ title: 'Other words', state: 'asked', approver: null })
    expect(await change(person, id, 'planned', open.version)).toBe(true)
    expect(await change(person, id, 'planned', open.version), 'repeated').toBe(true)
    expect(await change(editor.client, id, 'planned', open.version)).toBe(false)
  })

  test.each([
    ['was deactivated', `update profiles set deactivated_at = now() where id = $1`],
    ['became an editor', `update profiles set role = 'editor' where id = $1`],
    ['was deleted', `delete from auth.users where id = $1`],
  ])('what an admin has planned or approved who %s waits for another admin', async (_what, removal) => {
    const editor = await newEditor()
    const former = await newEditor()
    const asked = String((await call('POST /send', newContent(), editor.headers)).body.notificationId)
    await sql`update profiles set role = 'admin' where id = ${former.id}`
    expect(await change(former.client, asked, 'planned')).toBe(true)
    const in5 = { sendAt: inMinutes(5) }
    const own = String((await call('POST /send', { ...newContent(), ...in5 }, former.headers)).body.notificationId)
    const { notificationId: taken } = await plan({ ...newContent(), ...in5 })
    const change5 = { ...newContent({ title: 'Theirs' }), notificationId: taken, ...in5 }
    expect((await call('PUT /planned', change5, former.headers)).body).toMatchObject({ state: 'planned' })
    const { notificationId: unaffected } = await plan({ ...newContent(), ...in5 })
    const [ofServer] = await sql`insert into push.notifications (title, body, category, url, state)
      values ('Server', 'Body', 'newJobs', '/', 'planned') returning id`
    await sql.unsafe(removal, [former.id])
    for (const id of [unaffected, ofServer?.['id']]) await due(id)
    for (const id of [unaffected, ofServer?.['id']]) await until(id, 'done')
    for (const id of [asked, own, taken]) await until(id, 'asked')
    const { data } = await person.rpc('push_open')
    expect(data).toHaveLength(3)
    expect(data).toEqual(data.map(() => expect.objectContaining({ approver: null, send_at: null, may_approve: true })))
    expect(service.received).toHaveLength(4)
  })
})

test('a notification whose time came while no server ran is sent by the next one', async () => {
  const own = await makeDatabase('migrated')
  const first = await runBackend(own, settings)
  const caller = pushClient(first)
  const headers = await caller.asStaff()
  const { body } = await caller.call('POST /send', { ...newContent(), sendAt: inMinutes(5) }, headers)
  await first.stop()
  await own.sql`insert into push_subscriptions ${own.sql(service.subscription('/after'))}`
  await own.sql`update push.notifications set send_at = now() - interval '20 minutes' where id = ${body.notificationId}`
  await runBackend(own, settings)
  await vi.waitUntil(
    async () => (await own.sql`select from push.notifications where state = 'done' and sent = 1`).count === 1,
    waitOptions,
  )
  expect(service.received.map(({ path }) => path)).toEqual(['/after'])
})
