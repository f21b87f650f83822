import { beforeEach, describe, expect, test } from 'vitest'
import { address, changesOf, openRaw, rejectionOf, joinPayload, titlesOf } from './raw-socket.ts'
import { until } from './realtime-client.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const failures: unknown[] = []
const { url, client, settled, backend } = await runBackend(database, {
  socketsPerAddress: 20,
  logFailure: (what, error) => failures.push([what, error]),
})
const everyJob = { event: '*', schema: 'public', table: 'jobs' }

beforeEach(async () => {
  // The sockets of the test before count until the server has noticed that they are closed.
  await until(() => backend.realtime.sockets === 0)
  await sql`delete from jobs`
  await settled()
})

async function addJob(title: string): Promise<void> {
  await sql`insert into jobs (title, slug) values (${title}, gen_random_uuid())`
}

describe('realtime accepts sockets with a key of this server', () => {
  test.each([
    ['no key', {}, 401],
    ['an empty key', { apikey: '' }, 401],
    ['a wrong key', { apikey: `${keys.publishableKey}0` }, 401],
    ['half of a key', { apikey: keys.publishableKey.slice(0, 20) }, 401],
    ['the signing secret', { apikey: keys.jwtSecret }, 401],
    ['a serializer of the future', { apikey: keys.publishableKey, vsn: '3.0.0' }, 400],
  ])('a handshake is rejected with %s', async (_what, parameters, status) => {
    const [answered, body] = await rejectionOf(address(url, parameters))
    expect([answered, JSON.parse(body)]).toEqual([status, { error: expect.any(String) }])
    expect(body).not.toContain(Object.values(parameters).find((value) => value) ?? keys.publishableKey)
  })

  test('a handshake is rejected with the token of a session instead of a key', async () => {
    const { data } = await client().auth.signInWithPassword(admin)
    const [status] = await rejectionOf(address(url, { apikey: data.session?.access_token ?? '' }))
    expect(status).toBe(401)
  })

  test.each([
    ['the address', {}, { apikey: keys.publishableKey }],
    ['the header apikey', { apikey: keys.publishableKey }, {}],
    ['the header x-api-key, which has priority', { 'x-api-key': keys.publishableKey }, { apikey: 'wrong' }],
  ])('a handshake is accepted with the key in %s', async (_where, headers, parameters) => {
    await expect(
      rejectionOf(address(url, parameters as Record<string, string>), headers as Record<string, string>),
    ).rejects.toThrow('The handshake was accepted')
  })

  test('a handshake is accepted from any origin, because cookies do not count', async () => {
    const where = address(url, { apikey: keys.publishableKey })
    await expect(rejectionOf(where, { origin: 'https://elsewhere.example' })).rejects.toThrow(
      'The handshake was accepted',
    )
  })

  test('handshakes above the limit of sockets per address are rejected', async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openRaw({ url })))
    const where = address(url, { apikey: keys.publishableKey })
    expect(await rejectionOf(where)).toEqual([429, JSON.stringify({ error: 'Too many connected users' })])
    sockets[0]?.socket.close()
    await until(() => backend.realtime.sockets === 19)
    await openRaw({ url })
  })
})

describe.each(['1.0.0', '2.0.0'] as const)('realtime with serializer %s', (vsn) => {
  test('a heartbeat gets a reply', async () => {
    const raw = await openRaw({ url, vsn })
    raw.send({ ref: '7', event: 'heartbeat' })
    await raw.until(({ texts }) => texts.length === 1)
    expect(raw.texts).toEqual([
      vsn === '2.0.0'
        ? '[null,"7","phoenix","phx_reply",{"status":"ok","response":{}}]'
        : '{"topic":"phoenix","event":"phx_reply","payload":{"status":"ok","response":{}},"ref":"7"}',
    ])
  })

  test('a join gets a reply with its subscriptions, in order and as requested, and then a system message', async () => {
    const raw = await openRaw({ url, vsn })
    const requests = [
      { event: '*', schema: 'public', table: 'jobs', filter: 'status=eq.active' },
      { event: 'INSERT', schema: 'public', table: 'jobs' },
      { event: 'insert', schema: 'public' },
      { event: '*', schema: 'public', table: 'jobs', filter: '' },
    ]
    const join = { joinRef: '6', ref: '6', topic: 'realtime:jobs-public', event: 'phx_join' }
    const reply = await raw.request({ ...join, payload: joinPayload(...requests) })
    const { postgres_changes: repeated } = (reply.payload as { response: { postgres_changes: { id: number }[] } })
      .response
    expect(repeated.map(({ id: _id, ...request }) => request)).toEqual(requests)
    expect(new Set(repeated.map(({ id }) => id)).size).toBe(4)
    expect(reply.joinRef).toBe(vsn === '2.0.0' ? '6' : null)
    await raw.until(({ messages }) => messages.length === 2)
    expect(raw.messages[1]).toMatchObject({
      ref: null,
      topic: 'realtime:jobs-public',
      event: 'system',
      payload: {
        message: 'Subscribed to PostgreSQL',
        status: 'ok',
        extension: 'postgres_changes',
        channel: 'jobs-public',
      },
    })
    await addJob('One')
    await raw.until((socket) => changesOf(socket).length === 1)
    const [change] = changesOf(raw)
    expect(change).toMatchObject({ joinRef: null, ref: null, topic: 'realtime:jobs-public' })
    expect(change?.payload['ids']).toEqual(repeated.map(({ id }) => id))
    const data = change?.payload['data'] as { columns: object[]; record: object }
    expect(data).toMatchObject({ schema: 'public', table: 'jobs', type: 'INSERT', errors: null })
    expect(data).not.toHaveProperty('old_record')
    expect(data.columns).toContainEqual({ name: 'id', type: 'int8' })
    expect(data.columns).toContainEqual({ name: 'posted_at', type: 'timestamptz' })
    expect(data.columns).toContainEqual({ name: 'selection_process', type: 'jsonb' })
    expect(data.columns).toContainEqual({ name: 'age_relaxation', type: 'bool' })
    expect(data.columns.length).toBe(Object.keys(data.record).length)
    await sql`delete from jobs`
    await raw.until((socket) => changesOf(socket).length === 2)
    expect(changesOf(raw)[1]?.payload['data']).toEqual({
      schema: 'public',
      table: 'jobs',
      commit_timestamp: expect.any(String),
      type: 'DELETE',
      columns: data.columns,
      errors: null,
      old_record: { id: (data.record as { id: number }).id },
    })
  })

  test('a channel is closed when the client leaves it', async () => {
    const raw = await openRaw({ url, vsn })
    const topic = 'realtime:left'
    await raw.request({ joinRef: '1', ref: '1', topic, event: 'phx_join', payload: joinPayload(everyJob) })
    const reply = await raw.request({ joinRef: '1', ref: '2', topic, event: 'phx_leave' })
    expect(reply.payload).toEqual({ status: 'ok', response: {} })
    await raw.until(({ messages }) => messages.length === 4)
    expect(raw.messages[3]).toMatchObject({ ref: '1', topic, event: 'phx_close', payload: {} })
    expect((await raw.request({ topic, event: 'phx_leave' })).payload).toEqual({ status: 'ok', response: {} })
  })

  test('a channel joined again is closed before the reply to the new join', async () => {
    const raw = await openRaw({ url, vsn })
    const join = { topic: 'realtime:twice', event: 'phx_join', payload: joinPayload(everyJob) }
    await raw.request({ ...join, joinRef: '1', ref: '1' })
    await raw.until(({ messages }) => messages.length === 2)
    await raw.request({ ...join, joinRef: '2', ref: '2' })
    await raw.until(({ messages }) => messages.length === 5)
    expect(raw.messages.slice(2).map(({ event, ref }) => [event, ref])).toEqual([
      ['phx_close', '1'],
      ['phx_reply', '2'],
      ['system', null],
    ])
    await addJob('Once')
    await raw.until((socket) => changesOf(socket).length > 0)
    await settled()
    expect(titlesOf(raw)).toEqual(['Once'])
  })
})

describe('payloads of a join', () => {
  test.each([
    ['nothing', {}],
    ['no subscriptions', { config: { postgres_changes: null } }],
    ['a null subscription', { config: { postgres_changes: [null] } }],
    [
      'other settings that clients send',
      {
        config: {
          broadcast: { ack: false, self: false },
          presence: { key: '', enabled: 'false' },
          private: 'false',
          unheard: [1],
        },
        version: 'realtime-js/2.119.0',
      },
    ],
    ['the public key as token', { access_token: keys.publishableKey }],
    ['the token in its old field', { user_token: keys.publishableKey }],
    ['no token', { access_token: null }],
    ['a key of another server as token', { access_token: 'sb_publishable_of_another_server' }],
    ['the same in its old field', { user_token: 'sb_something' }],
  ])('a join is accepted with this payload: %s', async (_what, payload) => {
    const raw = await openRaw({ url })
    const reply = await raw.request({ topic: 'realtime:any', event: 'phx_join', payload })
    expect(reply.payload).toEqual({ status: 'ok', response: { postgres_changes: [] } })
    await raw.request({ event: 'heartbeat' })
    expect(raw.messages.length).toBe(2)
  })
})

describe('rejected joins', () => {
  const join = { topic: 'realtime:any', event: 'phx_join', payload: joinPayload(everyJob) }
  test.each([
    ['another topic', { ...join, topic: 'jobs' }, /^unmatched topic$/],
    ['no topic', { ...join, topic: 'realtime:' }, /^TopicNameRequired: You must provide a topic name$/],
    ['a push to a topic that was not joined', { ...join, event: 'broadcast' }, /^unmatched topic$/],
    ['a private channel', { ...join, payload: { config: { private: true } } }, /^Unauthorized: /],
    [
      'too many subscriptions',
      { ...join, payload: joinPayload(...Array.from({ length: 21 }, () => everyJob)) },
      /^Unknown Error on Channel$/,
    ],
    [
      'subscriptions that are not a list',
      { ...join, payload: { config: { postgres_changes: 'all' } } },
      /^Unknown Error on Channel$/,
    ],
    ['no payload', { ...join, payload: null as unknown as Record<string, unknown> }, /^Unknown Error on Channel$/],
    [
      'an invalid token',
      { ...join, payload: { access_token: 'abc' } },
      /^MalformedJWT: The token provided is not a valid JWT$/,
    ],
    [
      'a token with another signature',
      {
        ...join,
        payload: { access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIiwiZXhwIjo5OTk5OTk5OTk5fQ.x' },
      },
      /^JwtSignatureError: /,
    ],
    [
      'a token without a role',
      { ...join, payload: { access_token: 'e30.e30.e30' } },
      /^InvalidJWTToken: Fields `role` and `exp` are required in JWT$/,
    ],
  ])('a join is rejected: %s', async (_what, message, reason) => {
    const raw = await openRaw({ url })
    const { payload } = await raw.request(message)
    const actual = (payload as { response: { reason: string } }).response.reason
    expect([payload['status'], actual]).toEqual(['error', expect.stringMatching(reason)])
    await raw.request({ event: 'heartbeat' })
    expect([raw.messages.length, raw.closed]).toEqual([2, []])
  })

  test('a socket cannot join more than ten channels', async () => {
    const raw = await openRaw({ url })
    const replies = []
    for (let number = 0; number < 11; number += 1) {
      replies.push(await raw.request({ ...join, topic: `realtime:${number}` }))
    }
    expect(replies.slice(0, 10).every(({ payload }) => payload['status'] === 'ok')).toBe(true)
    expect(replies[10]?.payload).toEqual({
      status: 'error',
      response: { reason: 'ChannelRateLimitReached: Too many channels' },
    })
    await raw.request({ topic: 'realtime:0', event: 'phx_leave' })
    expect((await raw.request({ ...join, topic: 'realtime:10' })).payload['status']).toBe('ok')
  })
})

test('sockets with the same subscription get the same message', async () => {
  const [one, two, other] = await Promise.all([openRaw({ url }), openRaw({ url }), openRaw({ url })])
  const join = { topic: 'realtime:jobs', event: 'phx_join', payload: joinPayload(everyJob) }
  for (const raw of [one, two]) await raw.request(join)
  await other.request({
    ...join,
    topic: 'realtime:more',
    payload: joinPayload(everyJob, { event: 'INSERT', schema: 'public' }),
  })
  await addJob('Same')
  for (const raw of [one, two, other]) await raw.until((socket) => changesOf(socket).length === 1)
  expect(one.texts.at(-1)).toBe(two.texts.at(-1))
  expect(changesOf(other)[0]?.payload['ids']).toHaveLength(2)
})

test('none of these tests caused a failure of the server', () => {
  expect(failures).toEqual([])
})
