import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PUSH_CALL } from '#domain/push/messages.ts'
import { DEFAULT_PUSH_PREFERENCES } from '#domain/push/preferences.ts'
import { newSubscription, pushClient } from './push-client.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const running = await runBackend(database)
const { url, client } = running
const { call, subscribed, asStaff } = pushClient(running)

const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')
const newEndpoint = () => `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString('base64url')}`

const stored = async (endpoint: string) =>
  (
    await sql`select endpoint, p256dh, auth, preferences, "userAgent", "ipAddress", is_active
    from push_subscriptions where endpoint = ${endpoint}`
  )[0]
const countAll = async () => (await sql`select from push_subscriptions`).count

describe('a push subscription', () => {
  test('a subscription is stored as it was sent', async () => {
    const subscription = newSubscription()
    const response = await call('POST /subscribe', subscription)
    expect(response).toMatchObject({ status: 200, body: { success: true } })
    expect(await stored(subscription.endpoint)).toEqual({ ...subscription, is_active: true })
  })

  test('a subscription sent again replaces the stored one and becomes active', async () => {
    const subscription = await subscribed()
    await sql`update push_subscriptions set is_active = false where endpoint = ${subscription.endpoint}`
    const again = { ...newSubscription(), endpoint: subscription.endpoint, userAgent: null }
    const before = await countAll()
    expect((await call('POST /subscribe', again)).status).toBe(200)
    expect(await stored(subscription.endpoint)).toEqual({ ...again, is_active: true })
    expect(await countAll()).toBe(before)
  })

  test('a subscription more than the most is refused, the stored ones are renewed, and another is taken when one has gone', async () => {
    const limitTo = async (most: number) => {
      await sql`drop trigger limit_subscriptions on push_subscriptions`
      await sql.unsafe(`create trigger limit_subscriptions after insert on push_subscriptions
        referencing new table as added for each statement execute function push.limit_subscriptions(${most})`)
    }
    const estimate = () => sql`analyze push_subscriptions`
    const [last, more] = [await subscribed(), newSubscription()]
    await limitTo(await countAll())
    await estimate()
    const before = await countAll()
    expect(await call('POST /subscribe', more)).toMatchObject({ status: 503, body: { error: PUSH_CALL.full } })
    expect((await call('POST /subscribe', { ...last, auth: newSubscription().auth })).status).toBe(200)
    expect(await countAll()).toBe(before)
    await call('DELETE /unsubscribe', { endpoint: last.endpoint })
    await estimate()
    expect((await call('POST /subscribe', more)).status).toBe(200)
    await limitTo(2_000_000)
  })

  test('a subscription changes its preferences', async () => {
    const { endpoint } = await subscribed()
    const preferences = { newJobs: false, results: true, admitCards: false, answerKeys: false, generalUpdates: true }
    expect(await call('PUT /preferences', { endpoint, preferences })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect((await stored(endpoint))?.['preferences']).toEqual(preferences)
  })

  test('a subscription is deleted', async () => {
    const { endpoint } = await subscribed()
    expect(await call('DELETE /unsubscribe', { endpoint })).toMatchObject({ status: 200, body: { success: true } })
    expect(await stored(endpoint)).toBeUndefined()
  })

  test('a subscription without preferences gets the default ones', async () => {
    const { endpoint, p256dh, auth } = newSubscription()
    expect((await call('POST /subscribe', { endpoint, p256dh, auth })).status).toBe(200)
    expect(await stored(endpoint)).toMatchObject({ preferences: DEFAULT_PUSH_PREFERENCES, userAgent: null })
  })

  test('calls with an unknown endpoint get the same response as others', async () => {
    const before = await countAll()
    const naming = { endpoint: newEndpoint() }
    const known = { status: 200, body: { success: true } }
    expect(await call('DELETE /unsubscribe', naming)).toMatchObject(known)
    expect(await call('PUT /preferences', { ...naming, preferences: DEFAULT_PUSH_PREFERENCES })).toMatchObject(known)
    expect(await countAll()).toBe(before)
  })
})

describe('reading push preferences', () => {
  test('the preferences of a subscription are read by its endpoint', async () => {
    const { endpoint } = await subscribed()
    const { data } = await client().rpc('push_preferences', { endpoint })
    expect(data).toEqual(DEFAULT_PUSH_PREFERENCES)
  })

  test.each(['', '%', 'https://%', '*', 'null'])('preferences are not found by the pattern "%s"', async (endpoint) => {
    await subscribed()
    expect((await client().rpc('push_preferences', { endpoint })).data).toBeNull()
  })

  test('preferences of an inactive subscription are not found', async () => {
    const { endpoint } = await subscribed()
    await sql`update push_subscriptions set is_active = false where endpoint = ${endpoint}`
    expect((await client().rpc('push_preferences', { endpoint })).data).toBeNull()
  })

  test.each(['select=*', 'select=endpoint', 'select=p256dh,auth', 'select=preferences&is_active=eq.true'])(
    'subscriptions cannot be read from the table: %s',
    async (query) => {
      const headers = { apikey: keys.publishableKey }
      const response = await fetch(`${url}/rest/v1/push_subscriptions?${query}`, { headers })
      expect([response.status, (await response.json()).code]).toEqual([401, '42501'])
    },
  )
})

describe('invalid push calls are rejected and store nothing', () => {
  test.each<[what: string, change: Record<string, unknown> | string]>([
    ['another host', { endpoint: 'https://push.example.org/x' }],
    ['http', { endpoint: 'http://fcm.googleapis.com/x' }],
    ['the address of a cloud', { endpoint: 'https://169.254.169.254/latest/meta-data' }],
    ['a database', { endpoint: 'https://127.0.0.1:5432' }],
    ['IPv6', { endpoint: 'https://[::1]/' }],
    ['credentials', { endpoint: 'https://fcm.googleapis.com@evil.example/' }],
    ['a host below', { endpoint: 'https://fcm.googleapis.com.evil.example/' }],
    ['another port', { endpoint: 'https://fcm.googleapis.com:8443/x' }],
    ['a long endpoint', { endpoint: `https://fcm.googleapis.com/${'x'.repeat(2_048)}` }],
    ['no endpoint', { endpoint: undefined }],
    ['a short key', { p256dh: newSubscription().p256dh.slice(0, 80) }],
    ['a compressed key', { p256dh: createECDH('prime256v1').generateKeys('base64url', 'compressed') }],
    ['a key that is not on the curve', { p256dh: offCurve }],
    ['a key in another alphabet', { p256dh: '+'.repeat(87) }],
    ['a key that cannot be decoded', { p256dh: 'https://' }],
    ['a short secret', { auth: randomBytes(15).toString('base64url') }],
    ['a long secret', { auth: randomBytes(17).toString('base64url') }],
    ['an IP address', { ipAddress: '198.51.100.7' }],
    ['another preference', { preferences: { ...DEFAULT_PUSH_PREFERENCES, everything: true } }],
    ['a missing preference', { preferences: { newJobs: true } }],
    ['a preference that is not a boolean', { preferences: { ...DEFAULT_PUSH_PREFERENCES, results: 'yes' } }],
    ['a user agent that is too long', { userAgent: 'x'.repeat(1_001) }],
    ['a prototype', `{"preferences": {"__proto__": {"newJobs": true}}}`],
    ['a list', '[]'],
    ['no JSON', '{"endpoint":'],
    ['nothing', ''],
  ])('an invalid subscription is rejected: %s', async (_what, change) => {
    const payload = typeof change === 'string' ? change : { ...newSubscription(), ...change }
    const before = await countAll()
    const { status, body } = await call('POST /subscribe', payload)
    expect(status).toBe(400)
    expect(body).toEqual({ error: expect.stringMatching(/.{5}/) })
    expect(await countAll()).toBe(before)
  })

  test('a subscription of a megabyte is rejected', async () => {
    const response = await call('POST /subscribe', { ...newSubscription(), userAgent: 'x'.repeat(1_000_000) })
    expect(response).toMatchObject({ status: 413, body: { error: 'The payload is too large' } })
  })

  test('a subscription with __proto__ among valid preferences is rejected', async () => {
    const subscription = JSON.stringify(newSubscription()).replace('"newJobs"', '"__proto__": {}, "newJobs"')
    expect((await call('POST /subscribe', subscription)).status).toBe(400)
  })

  test.each([
    ['GET /subscribe', 405],
    ['POST /unsubscribe', 405],
    ['POST /everything', 404],
    ['POST /subscribe/', 404],
  ])('%s is rejected with %i', async (line, status) => {
    const response = await call(line, line.startsWith('GET') ? undefined : {})
    expect(response).toMatchObject({ status, body: { error: expect.any(String) } })
  })
})

describe('rate limits per address', () => {
  const from = (client: string) => ({ 'x-client': client })

  test('an address may send ten subscriptions a minute and a hundred a day, counted by a hash of the address', async () => {
    const attempts = Array.from({ length: 30 }, () => call('POST /subscribe', newSubscription(), from('203.0.113.9')))
    const responses = await Promise.all(attempts)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expect(response).toMatchObject({ status: 429, body: { error: 'Too many requests. Please try again later.' } })
      expect(Number(response.retryAfter)).toBeGreaterThan(0)
      expect(Number(response.retryAfter)).toBeLessThanOrEqual(60)
    }
    expect((await call('POST /subscribe', newSubscription(), from('203.0.113.10'))).status).toBe(200)

    await sql`update push.call_counts set until = now() where span = '1 minute'`
    expect((await call('POST /subscribe', newSubscription(), from('203.0.113.9'))).status).toBe(200)
    await sql`update push.call_counts set until = now() where span = '1 minute'`
    await sql`update push.call_counts set calls = 100 where span = '1 day'`
    const limited = await call('POST /subscribe', newSubscription(), from('203.0.113.9'))
    expect(limited.status).toBe(429)
    expect(Number(limited.retryAfter)).toBeGreaterThan(80_000)
    expect((await sql`select from push.call_counts where caller like '%203.0.113%'`).count).toBe(0)
  })

  test('an address may send thirty changes a minute', async () => {
    const naming = { endpoint: newEndpoint() }
    const attempts = Array.from({ length: 33 }, () => call('DELETE /unsubscribe', naming, from('203.0.113.20')))
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })
})

describe('push statistics', () => {
  test('statistics are denied without a token of staff', async () => {
    expect(await call('GET /stats')).toMatchObject({ status: 401, body: { error: expect.any(String) } })
    expect((await call('GET /stats', undefined, { authorization: '' })).status).toBe(401)
    expect((await call('GET /stats', undefined, { authorization: 'Bearer a.b.c' })).status).toBe(401)
    const headers = await asStaff()
    expect((await call('GET /stats', undefined, headers)).status).toBe(200)
    await sql`update profiles set role = 'editor'`
    expect((await call('GET /stats', undefined, headers)).status).toBe(200)
    await sql`update profiles set role = 'user'`
    expect(await call('GET /stats', undefined, headers)).toMatchObject({
      status: 403,
      body: { error: 'Access Denied. Admins only.' },
    })
    await sql`update profiles set role = 'admin'`
  })

  test('statistics count the active subscriptions of each category', async () => {
    await sql`truncate push_subscriptions cascade`
    const preferences = { ...DEFAULT_PUSH_PREFERENCES, newJobs: false, generalUpdates: true }
    for (const change of [{}, {}, { preferences }]) await call('POST /subscribe', { ...newSubscription(), ...change })
    await sql`update push_subscriptions set is_active = false where id = (select min(id) from push_subscriptions)`
    const { body } = await call('GET /stats', undefined, await asStaff())
    expect(body).toEqual({
      stats: {
        total_subscriptions: 3,
        active_subscriptions: 2,
        inactive_subscriptions: 1,
        new_jobs_enabled: 1,
        results_enabled: 2,
        admit_cards_enabled: 2,
        answer_keys_enabled: 2,
        general_updates_enabled: 1,
      },
    })
  })

  test('push_growth returns the active subscriptions at the end of each day', async () => {
    await sql`truncate push_subscriptions, push.days cascade`
    for (let earlier = 0; earlier < 4; earlier += 1) await subscribed()
    await sql`update push.days set day = day - 1, added = 5, removed = 1`
    const { endpoint } = await subscribed()
    await subscribed()
    await subscribed()
    await call('DELETE /unsubscribe', { endpoint })
    await sql`update push_subscriptions set is_active = false where id = (select max(id) from push_subscriptions)`
    const [today] = await sql`select added, removed from push.days order by day desc`
    expect(today).toMatchObject({ added: 3, removed: 2 })

    expect((await client().rpc('push_growth', { days: 3 })).error?.code).toBe('42501')
    const { data: session } = await client().auth.signInWithPassword(admin)
    const staff = client(keys.publishableKey, { authorization: `Bearer ${session.session?.access_token}` })
    const { data } = await staff.rpc('push_growth', { days: 3 })
    expect(data.map(({ active }: { active: number }) => active)).toEqual([0, 4, 5])
  })
})
