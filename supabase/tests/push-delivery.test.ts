import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { fakeAuthority, startPushService, type FakeOptions, type Treatment } from '#test/fakes/push-service.ts'
import { DEFAULT_PUSH_PREFERENCES, type PushPreferences } from '#domain/push/preferences.ts'
import { newContent, pushClient } from './push-client.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase, vapid } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const failures: string[] = []
const running = await runBackend(database, {
  push: { authority: fakeAuthority },
  logFailure: (what, error) => failures.push(`${what}: ${String(error)}`),
})
const { client } = running
const { call, asStaff } = pushClient(running)
const staff = await asStaff()

async function pushService(options: FakeOptions = {}) {
  const service = await startPushService(options)
  afterAll(() => service.close())
  return service
}

interface Subscribers {
  count: number
  preferences?: PushPreferences
  path?: (number: number) => string
}

/** Deletes all subscriptions and inserts the given number of new ones. */
async function subscribe(
  service: Awaited<ReturnType<typeof pushService>>,
  { count, preferences = DEFAULT_PUSH_PREFERENCES, path = (number) => `/push/${number}` }: Subscribers,
) {
  // In the order in which workers lock the tables: a worker may still be finishing.
  for (const table of ['push.batches', 'push.retries', 'push_subscriptions', 'push.notifications', 'push.pauses']) {
    await sql`delete from ${sql(table)}`
  }
  const rows = Array.from({ length: count }, (_, number) => ({
    ...service.subscription(path(number)),
    preferences: sql.json(preferences),
  }))
  await sql`insert into push_subscriptions ${sql(rows)}`
}

/** Messages that a worker, and the two workers of a server, have under way and not recorded. Source: docs/behaviour/push.md#after-a-crash */
const mostOfWorker = 32
const mostInFlight = 2 * mostOfWorker

/** Waits end as soon as their condition holds. */
const waitOptions = { timeout: 60_000, interval: 5 }

const send = (content: object = newContent(), headers: Record<string, string> = {}) =>
  call('POST /send', content, { ...staff, ...headers })
const stateOf = async (id: string) =>
  (await sql`select state, sent::int, failed::int, recipients::int from push.notifications where id = ${id}`)[0]
const untilDone = (id: string) => vi.waitUntil(async () => (await stateOf(id))?.['state'] === 'done', waitOptions)
const leases = async () => (await sql`select from push.batches where lease_until > now()`).count
const nothingInFlight = () => vi.waitUntil(async () => (await leases()) === 0, waitOptions)
/** Makes all retries due now. */
const bringForward = () => sql`update push.retries set not_before = now()`

describe('sending a notification', () => {
  // The first test, since threads that have sent something stay for a while.
  test('threads are ready when a notification is stored', async () => {
    const service = await pushService()
    await subscribe(service, { count: 1 })
    let sending: ReturnType<typeof send> | undefined
    await sql.begin(async (transaction) => {
      await transaction`lock push.notifications in share mode`
      sending = send()
      const looks = () => sql`select from pg_stat_activity
        where datname = current_database() and query like '%push.claim_%' and pid <> pg_backend_pid()`
      await vi.waitUntil(async () => (await looks()).count > 0, waitOptions)
      expect(service.received).toEqual([])
    })
    expect((await sending)?.body).toMatchObject({ state: 'done', sent: 1 })
  })

  test('a notification reaches every subscriber of its category once, encrypted and signed', async () => {
    const service = await pushService()
    await subscribe(service, { count: 130 })
    const others = [
      { ...service.subscription('/off'), preferences: sql.json({ ...DEFAULT_PUSH_PREFERENCES, newJobs: false }) },
      { ...service.subscription('/inactive'), is_active: false },
    ]
    for (const other of others) await sql`insert into push_subscriptions ${sql(other)}`
    const content = newContent({ body: 'अंतिम तिथि निकट है', image: '/storage/v1/object/public/notices/a.webp' })
    const data = { timestamp: 1_795_000_000_000, admin: true }
    const { status, body } = await send({ ...content, icon: '/icon-192.png', badge: '/badge-96.png', data })
    expect({ status, body }).toEqual({
      status: 200,
      body: { sent: 130, failed: 0, totalRecipients: 130, notificationId: expect.any(String), state: 'done' },
    })
    expect(service.problems).toEqual([])
    expect([...service.counts.keys()].sort()).toEqual(Array.from({ length: 130 }, (_, n) => `/push/${n}`).sort())
    expect([...new Set(service.counts.values())]).toEqual([1])
    const [first] = service.received
    expect(JSON.parse(first?.text ?? '')).toEqual({
      ...content,
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data,
      tag: `notification-${body.notificationId}`,
      notificationId: body.notificationId,
    })
    expect(first).toMatchObject({ topic: `n${body.notificationId}`, urgency: 'normal' })
    expect(first?.ttl).toBeGreaterThan(86_000)
    expect(first?.ttl).toBeLessThanOrEqual(86_400)
    // One for each thread: signatures are cached, not made for every message.
    expect(new Set(service.received.map(({ authorization }) => authorization)).size).toBeLessThanOrEqual(2)
    expect(service.peak.most).toBeLessThanOrEqual(mostInFlight)
  })

  test('a notification without subscribers is done at once', async () => {
    await subscribe(await pushService(), { count: 1 })
    const { body } = await send(newContent({ category: 'generalUpdates' }))
    expect(body).toMatchObject({ sent: 0, failed: 0, totalRecipients: 0, state: 'done' })
  })

  test('a notification without category and page is a general update that opens the home page', async () => {
    await subscribe(await pushService(), { count: 1 })
    const { body } = await send({ title: 'SSC', body: 'News' })
    const [row] =
      await sql`select category, url, icon, badge, image from push.notifications where id = ${body.notificationId}`
    expect(row).toEqual({ category: 'generalUpdates', url: '/', icon: null, badge: null, image: null })
  })

  test('staff sees a notification with its counts', async () => {
    await subscribe(await pushService(), { count: 3 })
    const content = newContent()
    const { body } = await send(content)
    const person = client(keys.publishableKey, staff)
    const { data } = await person.rpc('push_history', { most: 10 })
    expect(data).toEqual([
      expect.objectContaining({ ...content, id: Number(body.notificationId), state: 'done', recipients: 3, sent: 3 }),
    ])
    expect((await person.rpc('push_history', { most: 10, before: Number(body.notificationId) })).data).toEqual([])
    expect((await person.rpc('push_history_count')).data).toBe(1)
    expect((await client().rpc('push_history', { most: 10 })).error?.code).toBe('42501')
    expect((await client().rpc('push_history_count')).error?.code).toBe('42501')
  })

  test.each([
    ['key', { 'idempotency-key': 'k1' }, { 'idempotency-key': 'k1' }],
    ['content', {}, {}],
    ['content, another key', { 'idempotency-key': 'k2' }, { 'idempotency-key': 'k3' }],
  ])('a notification sent several times at once is delivered once: same %s', async (_what, once, again) => {
    const service = await pushService()
    await subscribe(service, { count: 20 })
    const content = newContent()
    const responses = await Promise.all([send(content, once), send(content, again), send(content, once)])
    const ids = responses.map(({ body }) => body.notificationId)
    expect(new Set(ids).size).toBe(1)
    expect(service.received).toHaveLength(20)
    expect((await send(content, again)).body).toMatchObject({ notificationId: ids[0], sent: 20 })
    expect(service.received).toHaveLength(20)
  })

  test('a notification with the same content is delivered again after a minute', async () => {
    const service = await pushService()
    await subscribe(service, { count: 2 })
    const content = newContent()
    await send(content)
    await sql`update push.notifications set created_at = created_at - interval '61 seconds'`
    await send(content)
    expect(service.received).toHaveLength(4)
  })
})

describe('permission to send', () => {
  const claims = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const forged = `${claims({ alg: 'none' })}.${claims({ role: 'service_role', exp: 9e9 })}.`
  /** The token of an admin's session with other claims or another header, signed with a secret. */
  const signed = (own: object, { alg = 'HS256', secret = keys.jwtSecret } = {}) => {
    const session = JSON.parse(Buffer.from(staff.authorization.split('.')[1] ?? '', 'base64url').toString())
    const text = `${claims({ alg, typ: 'JWT' })}.${claims({ ...session, ...own })}`
    return `Bearer ${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }

  test.each([
    ['the public key', { authorization: `Bearer ${keys.publishableKey}` }],
    ['nothing', { authorization: '' }],
    ['a token without signature', { authorization: `Bearer ${forged}` }],
    ['a token signed by another server', { authorization: `Bearer ${forged}c2lnbmF0dXJl` }],
    ['an invalid token', { authorization: 'Bearer anything' }],
    ['an expired token', { authorization: signed({ exp: Math.floor(Date.now() / 1000) - 1 }) }],
    ['a token of the server with a wrong secret', { authorization: signed({ role: 'service_role' }, { secret: 'x' }) }],
    ['a token of the server with the right secret', { authorization: signed({ role: 'service_role' }) }],
    ['a token for a public key', { authorization: signed({}, { alg: 'RS256' }) }],
  ])('sending with %s is rejected with 401', async (_who, headers) => {
    const before = (await sql`select from push.notifications`).count
    failures.length = 0
    const { status, body } = await call('POST /send', newContent(), headers)
    expect(failures).toEqual(['A push call of an admin was rejected: 401 /functions/v1/push-notifications/send'])
    expect([status, body]).toEqual([401, { error: expect.any(String) }])
    expect((await sql`select from push.notifications`).count).toBe(before)
  })

  test('sending is denied at once, with 403 when the role was removed and with 401 when the session has ended', async () => {
    const before = (await sql`select from push.notifications`).count
    await sql`update profiles set role = 'user'`
    expect(await send()).toMatchObject({ status: 403, body: { error: 'Access Denied. Admins only.' } })
    await sql`update profiles set role = 'admin'`
    const left = await asStaff(admin)
    await sql`delete from auth.sessions where created_at = (select max(created_at) from auth.sessions)`
    expect((await call('POST /send', newContent(), left)).status).toBe(401)
    expect((await sql`select from push.notifications`).count).toBe(before)
  })

  test('visitors cannot pause or cancel a notification', async () => {
    const { error } = await client().rpc('change_push', { notification: 1, new_state: 'paused' })
    expect(error?.code).toBe('42501')
  })
})

describe('invalid notifications are rejected', () => {
  test.each<[string, object]>([
    ['no title', { title: undefined }],
    ['an empty title', { title: '' }],
    ['a blank title', { title: ' \t' }],
    ['a long title', { title: 'x'.repeat(101) }],
    ['a long title of emoji', { title: '🚆'.repeat(101) }],
    ['a blank message', { body: '  ' }],
    ['a long message', { body: 'x'.repeat(301) }],
    ['another category', { category: 'everything' }],
    ['a script', { url: 'javascript:alert(1)' }],
    ['another site', { url: 'https://evil.example/' }],
    ['another site without scheme', { url: '//evil.example' }],
    ['an image on a private network', { image: 'http://10.0.0.1/a.png' }],
    ['an image without an address', { image: 'picture' }],
    ['a foreign icon', { icon: 'data:image/png;base64,AAAA' }],
    ['data of its own', { data: { admin: 'yes' } }],
  ])('a notification is rejected: %s', async (_what, change) => {
    const { status, body } = await send({ ...newContent(), ...change })
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/.{5}/) }])
  })

  test('a title and a message are counted as the database counts them', async () => {
    const { status } = await send(newContent({ title: '🚆'.repeat(100), body: '🚆'.repeat(300) }))
    expect(status).toBe(200)
  })

  test('a notification with an icon address of five megabytes is rejected', async () => {
    expect((await send({ ...newContent(), icon: `/${'x'.repeat(5_000_000)}` })).status).toBe(413)
  })

  test('a notification that is too long for push services is rejected with its size', async () => {
    const link = (length: number) => `/${'a'.repeat(length)}`
    const content = newContent({ title: 'न'.repeat(100), body: 'न'.repeat(300), url: link(1_000), icon: link(1_000) })
    const { status, body } = await send({ ...content, badge: link(900) })
    expect([status, body]).toEqual([
      400,
      { error: expect.stringMatching(/^The notification is too long: \d{4} bytes encrypted, 4096 at most$/) },
    ])
  })

  test('a notification of the maximum size is sent, and a push service accepts it', async () => {
    const service = await pushService()
    await subscribe(service, { count: 1 })
    const content = (length: number) =>
      newContent({
        title: 'न'.repeat(100),
        body: 'न'.repeat(300),
        url: `/${'a'.repeat(length)}`,
        icon: `/${'a'.repeat(1_000)}`,
      })
    const { body } = await send({ ...content(1_000), badge: `/${'a'.repeat(900)}` })
    const excess = Number(/\d{4}/.exec(body.error)?.[0]) - 4_096
    const fits = await send({ ...content(1_000), badge: `/${'a'.repeat(900 - excess)}` })
    expect(fits.body).toMatchObject({ sent: 1, failed: 0 })
    expect(service.problems).toEqual([])
  })
})

describe('test notifications', () => {
  test('a visitor may send a test notification to the own browser once a minute', async () => {
    const service = await pushService()
    await subscribe(service, { count: 1 })
    const naming = service.subscription('/push/0')
    expect(await call('POST /test', naming, { 'x-client': 'a' })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    await vi.waitUntil(() => service.received.length > 0, waitOptions)
    expect(JSON.parse(service.received[0]?.text ?? '')).toEqual({
      title: 'Test Notification',
      body: 'This is a test notification from the product PWA!',
      tag: 'test-notification',
      url: '/',
    })
    expect(await call('POST /test', naming, { 'x-client': 'b' })).toMatchObject({ status: 429 })
    expect(service.received).toHaveLength(1)
    expect(service.problems).toEqual([])
  })

  test('only staff may send a draft as a test, without a limit', async () => {
    const service = await pushService()
    await subscribe(service, { count: 1 })
    const naming = { ...service.subscription('/push/0'), notification: newContent() }
    expect((await call('POST /test', naming)).status).toBe(401)
    expect((await call('POST /test', { ...naming, notification: {} }, staff)).status).toBe(400)
    expect(service.received).toEqual([])
    for (const number of [1, 2]) {
      expect(await call('POST /test', naming, { ...staff, 'x-client': `staff ${number}` })).toMatchObject({
        status: 200,
      })
    }
    expect(service.received.map(({ text }) => JSON.parse(text))).toEqual([
      expect.objectContaining({ ...naming.notification, tag: 'notification-test' }),
      expect.objectContaining(naming.notification),
    ])
  })

  test('a test of an unknown endpoint and of a known one, whatever its push service answers, get the same response', async () => {
    const treatments: Record<string, Treatment> = {
      '/push/0': { status: 201 },
      '/push/1': { status: 403 },
      '/push/2': { status: 500 },
      '/push/3': { status: 0, instead: 'silence' },
      '/push/4': { status: 0, instead: 'disconnect' },
    }
    const service = await pushService({ treat: (path) => treatments[path] ?? { status: 201 } })
    const paths = Object.keys(treatments)
    await subscribe(service, { count: paths.length })
    const responses = []
    for (const path of [...paths, '/unknown'])
      responses.push(await call('POST /test', { endpoint: service.subscription(path).endpoint }, { 'x-client': path }))
    expect(responses).toEqual(responses.map(() => ({ status: 200, body: { success: true }, retryAfter: null })))
    await vi.waitUntil(() => service.received.length === paths.length, waitOptions)
    expect(service.received.map(({ path }) => path).sort()).toEqual(paths)
  })

  test('a test of an expired subscription deactivates it, and a draft that is rejected is reported to staff', async () => {
    const service = await pushService({ treat: () => ({ status: 410 }) })
    await subscribe(service, { count: 2 })
    expect(await call('POST /test', service.subscription('/push/0'))).toMatchObject({ status: 200 })
    const activeOf = () => sql`select from push_subscriptions where is_active`
    await vi.waitUntil(async () => (await activeOf()).count === 1, waitOptions)
    const draft = { ...service.subscription('/push/1'), notification: newContent() }
    const rejected = await call('POST /test', draft, staff)
    expect(rejected).toMatchObject({ status: 502, body: { error: 'Failed to send test notification' } })
    expect((await activeOf()).count).toBe(0)
  })
})

describe('responses of push services', () => {
  test('subscribers get the message whatever other responses are, and sent and failed add up to all recipients', async () => {
    const treatments: Record<string, Treatment> = {
      created: { status: 201 },
      ok: { status: 200, bytes: 2_000 },
      accepted: { status: 202 },
      bad: { status: 400, bytes: 500 },
      unauthorized: { status: 401 },
      forbidden: { status: 403 },
      'not-found': { status: 404 },
      gone: { status: 410 },
      large: { status: 413 },
      redirect: { status: 302, headers: { location: 'https://169.254.169.254/' } },
      flood: { status: 400, bytes: 1_000_000_000 },
    }
    const kinds = Object.keys(treatments)
    const service = await pushService({ treat: (path) => treatments[path.split('/')[2] ?? ''] ?? { status: 201 } })
    const count = kinds.length * 20
    await subscribe(service, { count, path: (number) => `/push/${kinds[number % kinds.length]}/${number}` })
    failures.length = 0
    const { body } = await send()
    expect(body).toMatchObject({ sent: 60, failed: 160, totalRecipients: 220, state: 'done' })
    expect([...new Set(service.counts.values())]).toEqual([1])
    const inactive = await sql<{ endpoint: string }[]>`select endpoint from push_subscriptions where not is_active`
    expect(inactive).toHaveLength(40)
    for (const { endpoint } of inactive) expect(endpoint).toMatch(/\/(not-found|gone)\//)
    expect(failures.join()).toMatch(/A push service refuses messages: .*localhost.*: (302|4\d\d)/)
    expect(service.problems).toEqual([])
  })

  test('temporary errors are retried with increasing delays, at most five attempts', async () => {
    /** Seconds until the next attempt: ten, doubled with every attempt, and a quarter more or less. */
    const waits = [
      [7.5, 12.5],
      [15, 25],
      [30, 50],
      [60, 100],
    ]
    const trouble: Record<string, Treatment> = {
      error: { status: 500 },
      busy: { status: 503 },
      reset: { status: 0, instead: 'reset' },
      healthy: { status: 201 },
    }
    const kinds = Object.keys(trouble)
    const service = await pushService({
      treat: (path, earlier) =>
        (earlier < 4 || path.endsWith('/0') ? trouble[path.split('/')[2] ?? ''] : null) ?? { status: 201 },
    })
    await subscribe(service, { count: 16, path: (number) => `/push/${kinds[number % 4]}/${Math.floor(number / 4)}` })
    let [triedAfter] = await sql<{ time: Date }[]>`select now() as time`
    const sending = send()
    for (const [index, [soonest, latest]] of waits.entries()) {
      const attempts = index + 1
      await vi.waitUntil(
        async () =>
          (await sql`select from push.retries where attempts = ${attempts} and not_before > now()`).count === 12,
        waitOptions,
      )
      const [wait] = await sql`
        select min(not_before) >= ${triedAfter?.time ?? null}::timestamptz + ${`${soonest} seconds`}::interval as "isLongEnough",
               max(not_before) <= now() + ${`${latest} seconds`}::interval as "isShortEnough" from push.retries`
      expect({ attempts, ...wait }).toEqual({ attempts, isLongEnough: true, isShortEnough: true })
      // The responses are too few for the service to be paused, which another test covers.
      await sql`delete from push.pauses`
      ;[triedAfter] = await sql<{ time: Date }[]>`select now() as time`
      await bringForward()
    }
    const { body } = await sending
    expect(body).toMatchObject({ sent: 13, failed: 3, totalRecipients: 16, state: 'done' })
    expect(service.counts.get('/push/error/0')).toBe(5)
    expect(service.counts.get('/push/error/1')).toBe(5)
    expect(service.counts.get('/push/healthy/1')).toBe(1)
  })

  test.each([
    ['seconds', () => '2'],
    ['an HTTP date', () => new Date(Date.now() + 3_000).toUTCString()],
  ])('after Retry-After in %s no request is sent to the service until then', async (_what, retryAfter) => {
    let askedAt = 0
    const service = await pushService({
      treat: (_path, earlier) => {
        askedAt ||= performance.now()
        if (performance.now() - askedAt > 1_900) return { status: 201 }
        return { status: earlier === 0 ? 429 : 503, headers: { 'retry-after': retryAfter() } }
      },
    })
    await subscribe(service, { count: 600 })
    const { body } = await send()
    expect(body).toMatchObject({ sent: 600, failed: 0, state: 'done' })
    // The service rejected those that were in flight when it responded first, and none after them.
    expect(service.received.length).toBeLessThanOrEqual(600 + mostInFlight + mostOfWorker)
  })

  test('a service that does not respond is paused and does not delay other services', async () => {
    const silent = await pushService({ treat: () => ({ status: 0, instead: 'silence' }) })
    const healthy = await pushService()
    await subscribe(healthy, { count: 300 })
    const rows = Array.from({ length: 200 }, (_, number) => silent.subscription(`/push/${number}`))
    await sql`insert into push_subscriptions ${sql(rows)}`
    const sending = send()
    await vi.waitUntil(() => healthy.received.length === 300, waitOptions)
    expect(silent.received.length).toBeLessThanOrEqual(mostInFlight)
    await vi.waitUntil(async () => (await sql`select from push.retries`).count === 200, waitOptions)
    await client(keys.publishableKey, staff).rpc('change_push', {
      notification: await newest(),
      new_state: 'cancelled',
    })
    expect((await sending).body).toMatchObject({ sent: 300, failed: 0, state: 'cancelled' })
  })

  test('a broken connection is opened again', async () => {
    let broken = 0
    const service = await pushService({
      treat: (_path, earlier) =>
        earlier === 0 && (broken += 1) === 1 ? { status: 0, instead: 'disconnect' } : { status: 201 },
    })
    await subscribe(service, { count: 100 })
    const sending = send()
    await vi.waitUntil(async () => (await sql`select from push.retries`).count > 0, waitOptions)
    await bringForward()
    expect((await sending).body).toMatchObject({ sent: 100, failed: 0, state: 'done' })
  })

  test('a redirected subscription is stored with its new address, inside the allowed services only', async () => {
    const service = await pushService({
      treat: (path) => {
        if (path === '/push/0') return { status: 301, headers: { location: '/push/moved' } }
        if (path === '/push/1') return { status: 301, headers: { location: 'https://evil.example/x' } }
        if (path === '/push/2') return { status: 308, headers: { location: '/push/3' } }
        return { status: 201 }
      },
    })
    await subscribe(service, { count: 4 })
    const { body } = await send()
    expect(body).toMatchObject({ sent: 2, failed: 2, state: 'done' })
    expect(service.counts.get('/push/moved')).toBe(1)
    expect(service.counts.get('/push/3')).toBe(1)
    const rows = await sql<
      { endpoint: string; is_active: boolean }[]
    >`select endpoint, is_active from push_subscriptions order by id`
    expect(rows.map(({ endpoint, is_active }) => [new URL(endpoint).pathname, is_active])).toEqual([
      ['/push/moved', true],
      ['/push/1', true],
      ['/push/2', false],
      ['/push/3', true],
    ])
  })

  test('a subscription that is moved by two notifications at the same time stays active', async () => {
    const moved = await pushService({
      treat: (path) => (path === '/push/0' ? { status: 301, headers: { location: '/push/moved' } } : { status: 201 }),
    })
    await subscribe(moved, { count: 1 })
    // Both workers read the subscription before one of them records its new address.
    const { endpoint } = moved.subscription('/push/moved')
    for (const notification of [1, 2]) {
      await sql`select push.record_outcomes(${notification}, array(
        select row(id, 'again', 1, 0, ${endpoint})::push.outcome from push_subscriptions))`
    }
    expect(await sql`select endpoint, is_active from push_subscriptions`).toEqual([{ endpoint, is_active: true }])
  })

  test('of subscriptions that are moved to the same address together, one stays active', async () => {
    const service = await pushService({
      treat: (path) =>
        path === '/push/moved' ? { status: 201 } : { status: 301, headers: { location: '/push/moved' } },
    })
    await subscribe(service, { count: 2 })
    expect((await send()).body).toMatchObject({ sent: 1, failed: 1, state: 'done' })
    const rows = await sql<{ endpoint: string }[]>`select endpoint from push_subscriptions where is_active`
    expect(rows.map(({ endpoint }) => new URL(endpoint).pathname)).toEqual(['/push/moved'])
  })

  test('a stored endpoint on a host that is no longer allowed is not connected to', async () => {
    const service = await pushService()
    await subscribe(service, { count: 1 })
    await sql`update push_subscriptions set endpoint = replace(endpoint, 'localhost', '127.0.0.1')`
    expect((await send()).body).toMatchObject({ sent: 0, failed: 1 })
    expect(service.received).toEqual([])
  })
})

const newest = async () => (await sql`select max(id) as id from push.notifications`)[0]?.['id']
const slow = (milliseconds: number) => {
  // The response is delayed like on a slow network.
  return { treat: () => (Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds), { status: 201 }) }
}

describe('delivery to many subscribers', () => {
  test('a delivery can be paused, resumed and cancelled', async () => {
    const service = await pushService(slow(0.5))
    await subscribe(service, { count: 3_000 })
    const person = client(keys.publishableKey, staff)
    const change = async (new_state: string) =>
      (await person.rpc('change_push', { notification: await newest(), new_state })).data
    const sending = send()
    await vi.waitUntil(() => service.received.length > 200, waitOptions)
    expect(await change('paused')).toBe(true)
    expect((await sending).body.state).toBe('paused')
    await nothingInFlight()
    const atRest = service.received.length
    // Time in which a delivery that was not paused would go on.
    await pause(400)
    expect(service.received.length).toBe(atRest)
    expect(await stateOf(await newest())).toMatchObject({ state: 'paused', sent: atRest })
    expect(await change('sending')).toBe(true)
    await vi.waitUntil(() => service.received.length > atRest + 200, waitOptions)
    expect(await change('cancelled')).toBe(true)
    await nothingInFlight()
    const total = service.received.length
    expect(total).toBeLessThan(3_000)
    expect(await stateOf(await newest())).toMatchObject({ state: 'cancelled', sent: total, recipients: 3_000 })
    expect(new Set(service.counts.values())).toEqual(new Set([1]))
    expect(await change('sending')).toBe(false)
  })

  test('two processes, killed eight times, deliver to every subscriber', async () => {
    const service = await pushService(slow(0.2))
    await subscribe(service, { count: 4_000 })
    await sql`select push.queue(null, null, ${sql.json(newContent())})`
    const script = fileURLToPath(new URL('./delivering-process.ts', import.meta.url))
    const start = {
      databaseUrl: database.url,
      settings: { vapid, endpointHosts: ['localhost'], authority: fakeAuthority },
    }
    for (let kill = 0; kill < 8; kill += 1) {
      const before = service.received.length
      const child = fork(script, [JSON.stringify(start)])
      await vi.waitUntil(() => service.received.length >= before + 250, waitOptions)
      child.kill('SIGKILL')
      await once(child, 'exit')
      // Makes the leases expire.
      await sql`update push.batches set lease_until = now()`
    }
    await untilDone(await newest())
    const extra = service.received.length - service.counts.size
    expect(service.counts.size).toBe(4_000)
    expect(await stateOf(await newest())).toEqual({ state: 'done', sent: 4_000, failed: 0, recipients: 4_000 })
    expect(extra).toBeLessThanOrEqual(9 * mostInFlight)
    expect(service.problems).toEqual([])
  })

  test('a delivery records what was in flight when the server stops', async () => {
    const service = await pushService(slow(1))
    await subscribe(service, { count: 2_000 })
    const sending = send()
    await vi.waitUntil(() => service.received.length > 100, waitOptions)
    await running.backend.push.close()
    const { body } = await sending
    const [row] = await sql`select sent::int, state from push.notifications`
    expect(row).toEqual({ sent: service.received.length, state: 'sending' })
    expect(body).toMatchObject({ state: 'sending', totalRecipients: 2_000 })
    expect(await leases()).toBe(0)
  })
})
