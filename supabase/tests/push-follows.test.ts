import { describe, expect, test } from 'vitest'
import { FOLLOWS_MAX } from '#domain/push/limits.ts'
import { newSubscription, pushClient } from './push-client.ts'
import { runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const running = await runBackend(database)
const { url, client } = running
const { call, subscribed } = pushClient(running)

const [organization] = await sql`insert into organizations (name, slug) values ('SSC', 'ssc') returning id::int`
const [recruitment] = await sql`insert into recruitments (title, slug, organization_id)
  values ('SSC CGL 2026', 'ssc-cgl', ${organization?.['id']}) returning id::int`
const [job] = await sql`insert into jobs (title, slug, recruitment_id, organization_id)
  values ('SSC CGL: 17,727 posts', 'ssc-cgl-job', ${recruitment?.['id']}, ${organization?.['id']}) returning id::int`
const topics = {
  notice: `notice:jobs:${job?.['id']}`,
  recruitment: `recruitment:${recruitment?.['id']}`,
  organization: `organization:${organization?.['id']}`,
}

const follow = (endpoint: string, topic = topics.recruitment, events = ['admit_cards', 'corrections']) =>
  call('PUT /follows', { endpoint, topic, events })
const followsOf = async (endpoint: string) => (await client().rpc('push_follows', { endpoint })).data
const success = { status: 200, body: { success: true } }

describe('following', () => {
  test('a subscription follows topics, each with its events, changes them, and reads them by its endpoint', async () => {
    const { endpoint } = await subscribed()
    expect(await followsOf(endpoint)).toEqual({ quiet: { starts: '22:00', ends: '07:00' }, follows: [] })
    for (const topic of Object.values(topics)) expect(await follow(endpoint, topic)).toMatchObject(success)
    await follow(endpoint, topics.organization, ['notices', 'two_days', 'notices'])
    expect(await followsOf(endpoint)).toEqual({
      quiet: { starts: '22:00', ends: '07:00' },
      follows: [
        {
          topic: topics.notice,
          events: ['admit_cards', 'corrections'],
          subject: { kind: 'notice', table: 'jobs', title: 'SSC CGL: 17,727 posts', slug: 'ssc-cgl-job' },
        },
        {
          topic: topics.recruitment,
          events: ['admit_cards', 'corrections'],
          subject: { kind: 'recruitment', title: 'SSC CGL 2026', slug: 'ssc-cgl' },
        },
        {
          topic: topics.organization,
          events: ['notices', 'two_days'],
          subject: { kind: 'organization', title: 'SSC', slug: 'ssc' },
        },
      ],
    })
  })

  test('one call stops following one topic', async () => {
    const { endpoint } = await subscribed()
    const other = await subscribed()
    for (const topic of Object.values(topics)) await follow(endpoint, topic)
    await follow(other.endpoint)
    expect(await call('DELETE /follows', { endpoint, topic: topics.recruitment })).toMatchObject(success)
    const topicsOf = async (of: string) => (await followsOf(of)).follows.map(({ topic }: { topic: string }) => topic)
    expect(await topicsOf(endpoint)).toEqual([topics.notice, topics.organization])
    expect(await topicsOf(other.endpoint)).toEqual([topics.recruitment])
  })

  test('quiet hours are those of one subscription', async () => {
    const { endpoint } = await subscribed()
    for (const hours of [
      { starts: '00:00', ends: '00:00' },
      { starts: '21:30', ends: '06:45' },
    ]) {
      expect(await call('PUT /quiet-hours', { endpoint, ...hours })).toMatchObject(success)
      expect((await followsOf(endpoint)).quiet).toEqual(hours)
    }
  })

  test('a subscription that replaces another one follows what that one followed', async () => {
    const former = await subscribed()
    await follow(former.endpoint)
    await call('PUT /quiet-hours', { endpoint: former.endpoint, starts: '20:00', ends: '08:00' })
    const before = await followsOf(former.endpoint)
    const renewed = newSubscription()
    expect(await call('POST /subscribe', { ...renewed, former: former.endpoint })).toMatchObject(success)
    await call('DELETE /unsubscribe', { endpoint: former.endpoint })
    expect(await followsOf(renewed.endpoint)).toEqual(before)
    expect(await followsOf(former.endpoint)).toBeNull()
  })

  test('the end of a subscription ends what it follows', async () => {
    const { endpoint } = await subscribed()
    await follow(endpoint)
    await call('PUT /quiet-hours', { endpoint, starts: '20:00', ends: '08:00' })
    const before = (await sql`select from push.follows`).count
    await call('DELETE /unsubscribe', { endpoint })
    expect((await sql`select from push.follows`).count).toBe(before - 1)
  })

  test('an unknown endpoint gets the same answers and stores nothing', async () => {
    const { endpoint } = newSubscription()
    const before = (await sql`select from push.follows`).count
    expect(await follow(endpoint)).toMatchObject(success)
    expect(await call('DELETE /follows', { endpoint, topic: topics.notice })).toMatchObject(success)
    expect(await call('PUT /quiet-hours', { endpoint, starts: '20:00', ends: '08:00' })).toMatchObject(success)
    expect(await followsOf(endpoint)).toBeNull()
    expect((await sql`select from push.follows`).count).toBe(before)
  })

  test('a list is followed by the topic that the server names for its filters, and read with them', async () => {
    const { endpoint } = await subscribed()
    const { data } = await client().rpc('push_list_topics', {
      content_table: 'jobs',
      filters: { state: 'bihar', organization: 'ssc', closing: 'week' },
    })
    const topic = `list:jobs?organization=${organization?.['id']}&state=bihar`
    const filters = { organization: 'ssc', state: 'bihar' }
    const subject = { kind: 'list', table: 'jobs', filters, organization: 'SSC' }
    expect(data).toEqual([{ topic, subject }])
    expect(await follow(endpoint, topic, ['notices'])).toMatchObject(success)
    expect((await followsOf(endpoint)).follows).toEqual([{ topic, events: ['notices'], subject }])
    expect(await call('DELETE /follows', { endpoint, topic })).toMatchObject(success)
    expect((await followsOf(endpoint)).follows).toEqual([])
  })

  test('a list that would be one too many is refused in words', async () => {
    const { endpoint } = await subscribed()
    await sql`insert into push.lists (topic, table_name, events)
      select 'list:other?' || number, 'jobs', '{notices}' from generate_series(1, 20000) as number`
    expect(await follow(endpoint, 'list:jobs?qualification=10th&state=goa', ['notices'])).toMatchObject({
      status: 409,
      body: { error: 'Too many different lists are followed just now. Follow one with fewer filters.' },
    })
    await sql`delete from push.lists`
  })

  test('a page names what can be followed on it, the most particular first', async () => {
    const named = async (content_table: string, slug: string) =>
      (await client().rpc('push_topics', { content_table, slug })).data?.map(({ topic }: { topic: string }) => topic)
    expect(await named('jobs', 'ssc-cgl-job')).toEqual([topics.notice, topics.recruitment, topics.organization])
    expect(await named('recruitments', 'ssc-cgl')).toEqual([topics.recruitment, topics.organization])
    await sql`insert into results (title, slug, status) values ('Hidden', 'hidden', 'inactive')`
    for (const [table, slug] of [
      ['jobs', 'unknown'],
      ['results', 'hidden'],
      ['profiles', 'ssc'],
    ] as const)
      expect(await named(table, slug)).toEqual([])
  })

  test.each([
    ['a missing recruitment', 'recruitment:999999'],
    ['a missing table', 'notice:profiles:1'],
    ['a missing notice', 'notice:jobs:999999'],
    ['a list in another spelling', 'list:jobs?state=bihar&age=20'],
    ['a list with an unknown filter', 'list:jobs?colour=red'],
  ])('%s cannot be followed', async (_what, topic) => {
    const { endpoint } = await subscribed()
    expect(await follow(endpoint, topic)).toMatchObject({
      status: 404,
      body: { error: 'This cannot be followed any more' },
    })
  })

  test('a hidden notice cannot be followed, nor is its title read', async () => {
    const { endpoint } = await subscribed()
    const [row] = await sql`insert into jobs (title, slug) values ('Secret', 'secret') returning id`
    const topic = `notice:jobs:${row?.['id']}`
    expect(await follow(endpoint, topic)).toMatchObject(success)
    await sql`update jobs set status = 'inactive' where slug = 'secret'`
    expect((await follow(endpoint, topic)).status).toBe(404)
    expect((await followsOf(endpoint)).follows).toMatchObject([{ topic, subject: null }])
  })

  test('a subscription follows a hundred topics at most, also when it asks for many at once', async () => {
    const { endpoint } = await subscribed()
    await sql`insert into push.follows (subscription_id, topic, events)
      select max(push_subscriptions.id), 'recruitment:' || number, '{notices}'
        from push_subscriptions, generate_series(100001, ${100_000 + FOLLOWS_MAX - 1}::int) as number group by number`
    const answers = await Promise.all(Object.values(topics).map((topic) => follow(endpoint, topic)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: 'You follow 100 things already. Stop following one of them first.',
    })
    expect((await followsOf(endpoint)).follows).toHaveLength(100)
  })
})

describe('calls that are rejected', () => {
  test.each<[string, object]>([
    ['another topic', { topic: 'everything' }],
    ['a notice without a table', { topic: 'notice:7' }],
    ['a table in a recruitment', { topic: 'recruitment:jobs:7' }],
    ['a list without filters', { topic: 'list:jobs?' }],
    ['a longer list than there is', { topic: `list:jobs?state=${'x'.repeat(300)}` }],
    ['no events', { events: [] }],
    ['another event', { events: ['births'] }],
    ['no endpoint', { endpoint: undefined }],
  ])('a follow is rejected: %s', async (_what, change) => {
    const payload = { endpoint: newSubscription().endpoint, topic: topics.notice, events: ['notices'], ...change }
    expect(await call('PUT /follows', payload)).toMatchObject({ status: 400, body: { error: expect.any(String) } })
  })

  test.each([
    { starts: '24:00', ends: '07:00' },
    { starts: '22:00' },
    { starts: 22, ends: 7 },
    { starts: '', ends: '' },
  ])('quiet hours are rejected: %j', async (hours) => {
    const { endpoint } = newSubscription()
    expect((await call('PUT /quiet-hours', { endpoint, ...hours })).status).toBe(400)
  })

  test('an address may change what is followed sixty times a minute', async () => {
    const payload = { endpoint: newSubscription().endpoint, topic: topics.notice }
    const calls = Array.from({ length: 63 }, () => call('DELETE /follows', payload, { 'x-client': '203.0.113.77' }))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })

  test('an address may follow two hundred times a day, and stop following all the same', async () => {
    const headers = { 'x-client': '203.0.113.78' }
    const payload = { endpoint: newSubscription().endpoint, topic: topics.notice, events: ['notices'] }
    const follows = async () =>
      (await Promise.all(Array.from({ length: 55 }, () => call('PUT /follows', payload, headers)))).filter(
        ({ status }) => status === 429,
      )
    for (const refused of [0, 0, 0, 20]) {
      expect(await follows()).toHaveLength(refused)
      // Another minute.
      await sql`delete from push.call_counts where span = interval '60 seconds'`
    }
    const [refused] = await follows()
    expect(Number(refused?.retryAfter)).toBeGreaterThan(60)
    await sql`delete from push.call_counts where span = interval '60 seconds'`
    expect((await call('DELETE /follows', payload, headers)).status).toBe(200)
  })

  test('nobody reads the follows of others', async () => {
    for (const path of ['follows', 'push_follows', 'events']) {
      const response = await fetch(`${url}/rest/v1/${path}?select=*`, { headers: { apikey: keys.publishableKey } })
      expect(response.ok).toBe(false)
    }
    await subscribed()
    for (const endpoint of ['', '%', 'https://%', 'null'])
      expect((await client().rpc('push_follows', { endpoint })).data).toBeNull()
  })
})

test.each([
  ['22:00', '07:00', '2026-11-22T21:59:59+05:30', null],
  ['22:00', '07:00', '2026-11-22T22:00:00+05:30', '2026-11-23T07:00:00+05:30'],
  ['22:00', '07:00', '2026-11-23T00:00:00+05:30', '2026-11-23T07:00:00+05:30'],
  ['22:00', '07:00', '2026-11-23T06:59:59+05:30', '2026-11-23T07:00:00+05:30'],
  ['22:00', '07:00', '2026-11-23T07:00:00+05:30', null],
  ['13:00', '15:30', '2026-11-23T13:00:00+05:30', '2026-11-23T15:30:00+05:30'],
  ['13:00', '15:30', '2026-11-23T12:59:00+05:30', null],
  ['22:00', '00:00', '2026-11-22T23:00:00+05:30', '2026-11-23T00:00:00+05:30'],
  ['22:00', '00:00', '2026-11-23T00:00:00+05:30', null],
  ['07:00', '07:00', '2026-11-23T07:00:00+05:30', null],
])('quiet hours from %s to %s end, for a time of %s, at %s', async (starts, ends, at, end) => {
  const [row] = await sql<{ end: Date | null }[]>`select push.quiet_until(${starts}, ${ends}, ${at}) as end`
  expect(row?.end?.toISOString() ?? null).toBe(end && new Date(end).toISOString())
})
