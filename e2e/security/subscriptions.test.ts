import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PUSH_PREFERENCES } from '#domain/push/preferences.ts'
import { clientOf, newAccount, oneByOne, openDatabase, portals, signIn } from './portals.ts'

const push = '/functions/v1/push-notifications'
const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')

const newSubscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString('base64url')}`,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
  preferences: DEFAULT_PUSH_PREFERENCES,
  userAgent: 'Firefox',
})

describe.each(portals)('subscriptions of the portal with its $mode database', (portal) => {
  const sql = openDatabase(portal)

  async function subscribed() {
    const subscription = newSubscription()
    expect((await clientOf(portal)(`POST ${push}/subscribe`, subscription)).status).toBe(200)
    return subscription
  }
  const stored = async (endpoint: string) =>
    (await sql`select preferences, "ipAddress" from push_subscriptions where endpoint = ${endpoint}`)[0]

  test('S1: no request lists push subscriptions or one of their keys', async () => {
    const { endpoint, p256dh, auth } = await subscribed()
    const reader = await signIn(portal, await newAccount(sql, portal, null))
    for (const send of [clientOf(portal), reader.send]) {
      for (const columns of ['*', 'endpoint', 'p256dh', 'auth', 'ipAddress', 'id,is_active']) {
        const { status, json, text } = await send(`GET /rest/v1/push_subscriptions?select=${columns}`)
        expect([columns, status, json.code ?? json]).toBeOneOf([
          [columns, 401, '42501'],
          [columns, 403, '42501'],
          [columns, 200, []],
        ])
        for (const secret of [endpoint, p256dh, auth]) expect(text).not.toContain(secret)
      }
    }
    const [grants] = await sql`
      select bool_or(has_column_privilege(role, 'public.push_subscriptions', secret, 'select')) as any
        from unnest(array['anon', 'authenticated']) as role, unnest(array['endpoint', 'p256dh', 'auth']) as secret`
    expect(grants).toEqual({ any: false })
  })

  test('S2: preferences are read by the whole endpoint alone, never by a filter of the table', async () => {
    const { endpoint } = await subscribed()
    const send = clientOf(portal)
    const exact = `endpoint=eq.${encodeURIComponent(endpoint)}`
    for (const filter of [
      `${exact}&is_active=eq.true`,
      exact.replace('eq.', 'neq.'),
      'endpoint=like.https*',
      'endpoint=gt.a',
      'endpoint=not.is.null',
      `or=(${exact.replace('=eq', '.eq')},id.gt.0)`,
      `${exact}&${exact}`,
      'limit=1&offset=1',
      '',
    ]) {
      const { status, json } = await send(`GET /rest/v1/push_subscriptions?select=preferences&${filter}`)
      expect([filter, status, json.code]).toEqual([filter, 401, '42501'])
    }
    const ask = (asked: string) => send('POST /rest/v1/rpc/push_preferences', { endpoint: asked })
    expect((await ask(endpoint)).json).toEqual(DEFAULT_PUSH_PREFERENCES)
    for (const part of ['', '%', '*', `${endpoint.slice(0, -1)}_`, endpoint.slice(0, -1)]) {
      expect([part, (await ask(part)).json]).toEqual([part, null])
    }
  })

  test.each([
    ['another host', { endpoint: 'https://push.example.org/x' }],
    ['http', { endpoint: 'http://fcm.googleapis.com/x' }],
    ['the metadata of a cloud', { endpoint: 'https://169.254.169.254/latest/meta-data' }],
    ['a database of this machine', { endpoint: 'https://127.0.0.1:5432' }],
    ['this machine by IPv6', { endpoint: 'https://[::1]/' }],
    ['credentials', { endpoint: 'https://fcm.googleapis.com@evil.example/' }],
    ['a known host as the beginning of another', { endpoint: 'https://fcm.googleapis.com.evil.example/' }],
    ['a known host as the end of another', { endpoint: 'https://evilfcm.googleapis.com/' }],
    ['another port', { endpoint: 'https://fcm.googleapis.com:8443/x' }],
    ['letters that look alike', { endpoint: 'https://fcm.gооgleapis.com/x' }],
    ['punycode', { endpoint: 'https://xn--fcm-5cd.googleapis.com.xn--p1ai/x' }],
  ])('S6: an endpoint outside of the known push services is not stored: %s', async (_what, change) => {
    const before = await sql`select from push_subscriptions where endpoint = ${change.endpoint}`
    const answer = await clientOf(portal)(`POST ${push}/subscribe`, { ...newSubscription(), ...change })
    expect([answer.status, answer.json]).toEqual([400, { error: expect.any(String) }])
    expect(await sql`select from push_subscriptions where endpoint = ${change.endpoint}`).toHaveLength(before.length)
  })

  test.each<[what: string, change: Record<string, unknown>, status: number]>([
    ['a short key', { p256dh: newSubscription().p256dh.slice(0, 80) }, 400],
    ['a compressed key', { p256dh: createECDH('prime256v1').generateKeys('base64url', 'compressed') }, 400],
    ['a key that is not on the curve', { p256dh: offCurve }, 400],
    ['a short secret', { auth: randomBytes(15).toString('base64url') }, 400],
    ['a long secret', { auth: randomBytes(17).toString('base64url') }, 400],
    ['a long endpoint', { endpoint: `https://fcm.googleapis.com/${'x'.repeat(2_048)}` }, 400],
    ['another preference', { preferences: { ...DEFAULT_PUSH_PREFERENCES, everything: true } }, 400],
    ['an address', { ipAddress: '198.51.100.7' }, 400],
    ['a user agent of 100 kilobytes', { userAgent: 'x'.repeat(100_000) }, 413],
  ])('S7: an invalid subscription is rejected and not stored: %s', async (_what, change, status) => {
    const subscription = { ...newSubscription(), ...change }
    const answer = await clientOf(portal)(`POST ${push}/subscribe`, subscription)
    expect([answer.status, Object.keys(answer.json)]).toEqual([status, ['error']])
    expect(await stored(subscription.endpoint)).toBeUndefined()
  })

  test('S7: a prototype among the preferences is rejected', async () => {
    const subscription = newSubscription()
    const body = JSON.stringify(subscription).replace('"newJobs"', '"__proto__": {"admin": true}, "newJobs"')
    expect((await clientOf(portal)(`POST ${push}/subscribe`, body)).status).toBe(400)
    expect(await stored(subscription.endpoint)).toBeUndefined()
  })

  test('S8: one address stores ten subscriptions a minute, and is counted without being stored', async () => {
    const send = clientOf(portal)
    const answers = await oneByOne(14, () => send(`POST ${push}/subscribe`, newSubscription()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const limited = answers.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(4)
    for (const { headers } of limited) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await sql`select from push.call_counts where caller ~ '^[0-9.:]+$' or caller like '%10.%'`).toHaveLength(0)
    const { endpoint } = await subscribed()
    expect(await stored(endpoint)).toMatchObject({ ipAddress: null })
  })

  test('S9: changes of an unknown endpoint are answered like those of a known one', async () => {
    const known = await subscribed()
    const send = clientOf(portal)
    for (const call of ['PUT', 'DELETE'] as const) {
      const line = { PUT: `PUT ${push}/preferences`, DELETE: `DELETE ${push}/unsubscribe` }[call]
      const preferences = { ...DEFAULT_PUSH_PREFERENCES, results: false }
      const body = (endpoint: string) => ({ endpoint, ...(call === 'PUT' && { preferences }) })
      const [one, other] = [await send(line, body(known.endpoint)), await send(line, body(newSubscription().endpoint))]
      expect([other.status, other.json]).toEqual([one.status, one.json])
      expect(one.status).toBe(200)
    }
    expect(await stored(known.endpoint)).toBeUndefined()
  })

  test('S6: an endpoint is one subscription in every spelling', async () => {
    const subscription = await subscribed()
    const path = new URL(subscription.endpoint).pathname
    for (const origin of ['https://FCM.googleapis.com', 'https://fcm.googleapis.com:443']) {
      await clientOf(portal)(`POST ${push}/subscribe`, { ...subscription, endpoint: origin + path })
    }
    expect(await sql`select from push_subscriptions where endpoint like ${`%${path}`}`).toHaveLength(1)
  })

  test('S9: a test of a known endpoint is answered like that of an unknown one', async () => {
    const { endpoint } = await subscribed()
    const unknown = newSubscription().endpoint
    const answers = [endpoint, unknown].map(async (tested) => {
      const { status, json } = await clientOf(portal)(`POST ${push}/test`, { endpoint: tested })
      return [status, json]
    })
    const [one, other] = await Promise.all(answers)
    expect(one).toEqual(other)
  })

  test('S33: what somebody follows is neither listed nor found without the whole endpoint, and others cannot change it', async () => {
    const { endpoint } = await subscribed()
    const topic = 'list:jobs?qualification=10th&state=bihar'
    const send = clientOf(portal)
    const follow = { endpoint, topic, events: ['notices'] }
    expect((await send(`PUT ${push}/follows`, follow)).status).toBe(200)
    for (const table of ['follows', 'lists', 'list_terms', 'events', 'quiet_hours', 'push.follows']) {
      expect([table, (await send(`GET /rest/v1/${table}?select=*`)).status]).not.toEqual([table, 200])
    }
    const ask = async (asked: string) => (await send('POST /rest/v1/rpc/push_follows', { endpoint: asked })).json
    for (const part of ['', '%', endpoint.slice(0, -1), `${endpoint.slice(0, -1)}_`]) expect(await ask(part)).toBeNull()
    const unknown = newSubscription().endpoint
    for (const [method, payload] of Object.entries({ PUT: follow, DELETE: { topic } })) {
      const answers = [endpoint, unknown].map((each) =>
        send(`${method} ${push}/follows`, { ...payload, endpoint: each }),
      )
      const [one, other] = await Promise.all(answers)
      expect([other?.status, other?.json]).toEqual([one?.status, one?.json])
    }
  })

  test('S33: an address changes what it follows sixty times a minute, and only to what exists', async () => {
    const send = clientOf(portal)
    const { endpoint } = await subscribed()
    for (const topic of [
      'list:jobs?colour=red',
      'list:jobs?state=bihar&age=20',
      'list:results?state=goa',
      'notice:profiles:1',
    ])
      expect((await send(`PUT ${push}/follows`, { endpoint, topic, events: ['notices'] })).status).toBe(404)
    const unfollow = { endpoint, topic: 'notice:jobs:1' }
    const answers = await oneByOne(62, () => send(`DELETE ${push}/follows`, unfollow))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(6)
  })

  test('S9: an endpoint gets one test notification a minute', async () => {
    const { endpoint } = newSubscription()
    const statuses = [clientOf(portal), clientOf(portal)].map(
      async (send) => (await send(`POST ${push}/test`, { endpoint })).status,
    )
    expect((await Promise.all(statuses)).filter((status) => status === 429)).toHaveLength(1)
  })
})
