import { createHmac } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openRaw, joinPayload, titlesOf, type RawSocket } from './raw-socket.ts'
import { clientKinds, listen } from './realtime-client.ts'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'
import { claimsOf } from './token-claims.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const failures: unknown[] = []
const { url, client, settled } = await runBackend(database, {
  logFailure: (what, error) => failures.push([what, String(error)]),
})
const everyJob = { event: '*', schema: 'public', table: 'jobs' }
const topic = 'realtime:jobs'

/** Signs the admin in. */
async function signIn() {
  const supabase = client()
  const { data, error } = await supabase.auth.signInWithPassword(admin)
  if (error) throw error
  return { supabase, token: data.session.access_token, id: String(claimsOf(data.session.access_token)['session_id']) }
}

/** The token with other claims, signed as our server signs. */
function resigned(token: string, claims: object, secret = keys.jwtSecret): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claimsOf(token), ...claims })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

async function join(token: string): Promise<RawSocket> {
  const socket = await openRaw({ url })
  const payload = { ...joinPayload(everyJob), access_token: token }
  const reply = await socket.request({ joinRef: '1', topic, event: 'phx_join', payload })
  expect(reply.payload['status']).toBe('ok')
  return socket
}

async function addDraft(title: string): Promise<void> {
  await sql`insert into jobs (title, slug, status) values (${title}, gen_random_uuid(), 'inactive')`
}

async function addPublic(title: string): Promise<void> {
  await sql`insert into jobs (title, slug) values (${title}, gen_random_uuid())`
}

const systemMessages = ({ messages }: RawSocket) =>
  messages
    .filter(({ event, payload }) => event === 'system' && payload['extension'] === 'system')
    .map(({ payload }) => payload['message'])

const now = () => Math.floor(Date.now() / 1000)

/** Sets the clock of this process, which is the server's too, until the test has finished. */
function setClock(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1_000 })
  onTestFinished(() => void vi.useRealTimers())
}

describe('realtime rejects invalid tokens', () => {
  test.each([
    ['that has expired', () => ({ exp: now() - 5 }), /^InvalidJWTToken: Token has expired \d+ seconds ago$/],
    ['that is not valid yet', () => ({ nbf: now() + 600 }), /^JwtSignatureError|^InvalidJWTToken/],
    ['issued in the future', () => ({ iat: now() + 600 }), /^JwtSignatureError|^InvalidJWTToken/],
    ['for another audience', () => ({ aud: 'anon' }), /^JwtSignatureError/],
    ['for no audience', () => ({ aud: undefined }), /^JwtSignatureError/],
    ['for a role that requests must not take', () => ({ role: 'postgres' }), /./],
    ['without a session', () => ({ session_id: undefined }), /^Unauthorized: /],
    [
      'with a session that does not exist',
      () => ({ session_id: crypto.randomUUID() }),
      'InvalidJWTToken: The session of this token has ended',
    ],
  ])('realtime rejects a token %s', async (_when, claims, reason) => {
    const { token } = await signIn()
    const raw = await openRaw({ url })
    const payload = { ...joinPayload(everyJob), access_token: resigned(token, claims()) }
    const reply = await raw.request({ topic, event: 'phx_join', payload })
    const response = reply.payload['response'] as { reason: string }
    expect([reply.payload['status'], response.reason]).toEqual(['error', expect.stringMatching(reason)])
  })

  test('realtime rejects a token that this server has not signed', async () => {
    const { token } = await signIn()
    const raw = await openRaw({ url })
    for (const forged of [resigned(token, {}, 'another secret of at least 32 letters'), `${token.slice(0, -3)}abc`]) {
      const reply = await raw.request({ topic, event: 'phx_join', payload: { access_token: forged } })
      expect(reply.payload).toEqual({
        status: 'error',
        response: { reason: 'JwtSignatureError: Failed to validate JWT signature' },
      })
    }
  })
})

test('a channel is closed when its token expires', async () => {
  const { token } = await signIn()
  const exp = now() + 600
  const raw = await join(resigned(token, { exp }))
  setClock(exp + 5)
  await raw.until(({ messages }) => messages.some(({ event }) => event === 'phx_close'))
  expect(systemMessages(raw)).toEqual(['Token has expired 5 seconds ago'])
  expect(raw.messages.at(-1)).toMatchObject({ joinRef: '1', ref: '1', topic, event: 'phx_close' })
  expect(raw.closed).toEqual([])
})

test('a channel with a refreshed token stays open without a message', async () => {
  const { token } = await signIn()
  const exp = now() + 600
  const [raw, other] = [await join(resigned(token, { exp })), await join(resigned(token, { exp }))]
  raw.send({ joinRef: '1', ref: '2', topic, event: 'access_token', payload: { access_token: token } })
  setClock(exp + 5)
  await other.until(({ messages }) => messages.some(({ event }) => event === 'phx_close'))
  await addDraft('After the first token')
  await raw.until((socket) => titlesOf(socket).length === 1)
  expect(raw.messages.map(({ event }) => event)).toEqual(['phx_reply', 'system', 'postgres_changes'])
})

test('a channel becomes one of staff with a token, and one of a visitor again with the publishable key', async () => {
  const { token } = await signIn()
  const raw = await join(keys.publishableKey)
  const become = async (access_token: unknown) => {
    raw.send({ joinRef: '1', topic, event: 'access_token', payload: { access_token } })
    await raw.request({ event: 'access_token', topic: 'realtime:none' })
  }
  await addDraft('To a visitor')
  await settled()
  await become(token)
  await addDraft('To staff')
  await raw.until((socket) => titlesOf(socket).length > 0)
  for (const nothing of [null, undefined, 7, 'sb_publishable_of_another_server']) await become(nothing)
  await addDraft('Still to staff')
  await raw.until((socket) => titlesOf(socket).length > 1)
  await become(keys.publishableKey)
  await addDraft('To a visitor again')
  await addPublic('To everybody')
  await raw.until((socket) => titlesOf(socket).includes('To everybody'))
  expect(titlesOf(raw)).toEqual(['To staff', 'Still to staff', 'To everybody'])
})

test.each<[what: string, change: (token: string) => string, message: string]>([
  ['with another signature', (token) => `${token.slice(0, -3)}abc`, 'Failed to validate JWT signature'],
  ['that is empty', () => '', 'The token provided is not a valid JWT'],
  ['that is no JWT', () => 'not even a JWT', 'The token provided is not a valid JWT'],
])('a channel is closed when it sends a token %s', async (_what, change, message) => {
  const { token } = await signIn()
  const raw = await join(token)
  raw.send({ joinRef: '1', topic, event: 'access_token', payload: { access_token: change(token) } })
  await raw.until(({ messages }) => messages.some(({ event }) => event === 'phx_close'))
  expect(systemMessages(raw)).toEqual([message])
})

describe('users who are no longer staff receive no drafts', () => {
  test('after sign-out a channel receives no drafts and is closed', async () => {
    const { supabase, token } = await signIn()
    const raw = await join(token)
    await addDraft('Before')
    await raw.until((socket) => titlesOf(socket).length === 1)
    await supabase.auth.signOut()
    await addDraft('Right after')
    await raw.until(({ messages }) => messages.some(({ event }) => event === 'phx_close'))
    expect(systemMessages(raw)).toEqual(['The session of this token has ended'])
    expect(titlesOf(raw)).toEqual(['Before'])
    const again = await raw.request({
      topic,
      event: 'phx_join',
      payload: { ...joinPayload(everyJob), access_token: token },
    })
    expect(again.payload['status']).toBe('error')
  })

  test('after the role is removed a channel receives no drafts at once, but still public rows', async () => {
    const { token } = await signIn()
    const raw = await join(token)
    await sql`update profiles set role = 'user'`
    await addDraft('Right after')
    await addPublic('Public')
    await raw.until((socket) => titlesOf(socket).length > 0)
    await sql`update profiles set role = 'admin'`
    await addDraft('Staff again')
    await raw.until((socket) => titlesOf(socket).length > 1)
    expect(titlesOf(raw)).toEqual(['Public', 'Staff again'])
  })

  test('sign-out of one admin does not affect the channels of another', async () => {
    const [leaving, staying] = [await signIn(), await signIn()]
    const [gone, there] = [await join(leaving.token), await join(staying.token)]
    await leaving.supabase.auth.signOut({ scope: 'local' })
    await addDraft('For the others')
    await there.until((socket) => titlesOf(socket).length === 1)
    await gone.until(({ messages }) => messages.some(({ event }) => event === 'phx_close'))
    expect(titlesOf(gone)).toEqual([])
    expect(systemMessages(there)).toEqual([])
  })
})

test('a channel with the secret key receives drafts', async () => {
  const raw = await openRaw({ url, key: keys.secretKey })
  await raw.request({ topic, event: 'phx_join', payload: joinPayload(everyJob) })
  await addDraft('For the server')
  await raw.until((socket) => titlesOf(socket).length === 1)
  expect(titlesOf(raw)).toEqual(['For the server'])
})

test.each(clientKinds)('the official client %s gets the reason why its channel was closed', async (kind) => {
  const { token, id } = await signIn()
  const listener = await listen(everyJob, { url, kind, token })
  await sql`delete from auth.sessions where id = ${id}`
  await listener.until(({ statuses }) => statuses.includes('CLOSED'))
  expect(listener.system.at(-1)).toMatchObject({ extension: 'system', status: 'error' })
})

test('none of these tests caused a failure of the server', () => {
  expect(failures).toEqual([])
})
