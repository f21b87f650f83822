import { describe, expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'
import { claimsOf } from './token-claims.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const servers = [await runBackend(database), await runBackend(database)]
const [{ url }] = servers as [(typeof servers)[0]]

interface Answer {
  status: number
  body: { access_token?: string; refresh_token?: string; expires_in?: number; error_code?: string; msg?: string }
}

async function post(body: object, { grant = 'refresh_token', server = url, headers = {} } = {}): Promise<Answer> {
  const response = await fetch(`${server}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const refresh = (token: string, server = url) => post({ refresh_token: token }, { server })
const next = async (token: string) => (await refresh(token)).body.refresh_token ?? ''
const refused = (code: string, msg: string) => ({
  status: 400,
  body: expect.objectContaining({ error_code: code, msg }),
})
const alreadyUsed = refused('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
const notFound = refused('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')

/** Begins a session. */
async function signIn(): Promise<{ token: string; session: string; accessToken: string }> {
  const { body } = await post(admin, { grant: 'password' })
  const accessToken = body.access_token ?? ''
  return { token: body.refresh_token ?? '', session: String(claimsOf(accessToken)['session_id']), accessToken }
}

async function statusOf(accessToken: string): Promise<number> {
  const headers = { apikey: keys.publishableKey, authorization: `Bearer ${accessToken}` }
  return (await fetch(`${url}/rest/v1/profiles?select=role`, { headers })).status
}

/** Simulates that this much time has passed for all tokens. */
const wait = (time: string) => sql`update auth.refresh_tokens set
  created_at = created_at - ${time}::interval, updated_at = updated_at - ${time}::interval`

describe('S28: a refresh token is used once', () => {
  test('twenty refreshes of one token at the same moment, on two servers, get the same refresh token', async () => {
    const { token, session } = await signIn()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => refresh(token, servers[number % servers.length]?.url)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const given = new Set(answers.map(({ body }) => body.refresh_token))
    expect(given.size).toBe(1)
    expect(given).not.toContain(token)
    expect(await sql`select token from auth.refresh_tokens where session_id = ${session} and not revoked`).toEqual(
      [...given].map((active) => ({ token: active })),
    )
    await wait('1 hour')
    expect((await refresh([...given][0] ?? '')).status).toBe(200)
  })

  test('a token that was replaced less than ten seconds ago is answered with the active one', async () => {
    const { token } = await signIn()
    const active = await next(await next(token))
    expect(await refresh(token)).toMatchObject({ status: 200, body: { refresh_token: active } })
    expect(await statusOf((await refresh(token)).body.access_token ?? '')).toBe(200)
  })

  test('a client that lost the answer to its last refresh gets that token, however late', async () => {
    const { token } = await signIn()
    const active = await next(token)
    await wait('1 day')
    expect(await refresh(token)).toMatchObject({ status: 200, body: { refresh_token: active } })
    expect((await refresh(active)).status).toBe(200)
  })

  test('any other use of a replaced token ends the session for both who hold a token of it', async () => {
    const { token, accessToken } = await signIn()
    const active = await next(await next(token))
    expect(await statusOf(accessToken)).toBe(200)
    await wait('11 seconds')
    expect(await refresh(token)).toEqual(alreadyUsed)
    expect(await refresh(active)).toEqual(notFound)
    expect(await refresh(token)).toEqual(notFound)
    expect(await statusOf(accessToken)).toBe(401)
  })

  test('the theft of one session leaves the other sessions of the account alone', async () => {
    const [stolen, other] = [await signIn(), await signIn()]
    await next(await next(stolen.token))
    await wait('11 seconds')
    expect(await refresh(stolen.token)).toEqual(alreadyUsed)
    expect((await refresh(other.token)).status).toBe(200)
  })
})

describe('duration of sessions', () => {
  /** Simulates that the session began, or was last refreshed, this long ago. */
  const age = (session: string, begun: string, refreshed: string) => sql`update auth.sessions set
    created_at = now() - ${begun}::interval, refreshed_at = (now() - ${refreshed}::interval) at time zone 'UTC'
    where id = ${session}`
  const expired = refused('session_expired', 'Invalid Refresh Token: Session Expired')

  test.each([
    ['7 days without a refresh', '7 days 1 minute', '7 days 1 minute'],
    ['30 days, however often it was refreshed', '30 days 1 minute', '1 minute'],
  ])('a session ends after %s', async (_when, begun, refreshed) => {
    const { token, session } = await signIn()
    await age(session, begun, refreshed)
    expect(await refresh(token)).toEqual(expired)
    expect(await refresh(token)).toEqual(notFound)
    expect(await sql`select from auth.sessions where id = ${session}`).toEqual([])
  })

  test('a session that was never refreshed ends after 7 days', async () => {
    const { token, session } = await signIn()
    await sql`update auth.sessions set created_at = now() - interval '7 days 1 minute' where id = ${session}`
    expect(await refresh(token)).toEqual(expired)
  })

  test('a session that is used lasts 30 days, and its last access token no longer than that', async () => {
    const { token, session } = await signIn()
    await age(session, '29 days 23 hours 50 minutes', '6 days 23 hours')
    const { status, body } = await refresh(token)
    expect(status).toBe(200)
    expect(body.expires_in).toBeLessThanOrEqual(600)
    const { exp, iat } = claimsOf(body.access_token ?? '')
    expect(Number(exp) - Number(iat)).toBe(body.expires_in)
  })

  test('a session that the database ends at a given time is not refreshed after it', async () => {
    const { token, session } = await signIn()
    await sql`update auth.sessions set not_after = now() - interval '1 second' where id = ${session}`
    expect(await refresh(token)).toEqual(expired)
  })

  test('signing in deletes the sessions of the account that have ended', async () => {
    const [ended, used] = [await signIn(), await signIn()]
    await age(ended.session, '8 days', '8 days')
    await signIn()
    const left = await sql`select id from auth.sessions where id in (${ended.session}, ${used.session})`
    expect(left).toEqual([{ id: used.session }])
  })
})

describe('refreshes that are no refreshes', () => {
  test.each([
    ['nothing', {}],
    ['a number', { refresh_token: 1 }],
    ['an object', { refresh_token: { $ne: '' } }],
    ['an empty text', { refresh_token: '' }],
    ['an unknown token', { refresh_token: crypto.randomUUID() }],
    ['a text with a zero byte', { refresh_token: 'a\0' }],
    ['10,000 characters', { refresh_token: 'x'.repeat(10_000) }],
  ])('a refresh with %s is rejected', async (_what, body) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(answer.body.error_code).toMatch(/^(validation_failed|refresh_token_not_found)$/)
  })

  test('a refresh needs a key, but no valid access token', async () => {
    const { token } = await signIn()
    expect((await post({ refresh_token: token }, { headers: { apikey: 'sb_publishable_wrong' } })).status).toBe(401)
    const headers = { authorization: 'Bearer of.an.expired' }
    expect((await post({ refresh_token: token }, { headers })).status).toBe(200)
  })
})
