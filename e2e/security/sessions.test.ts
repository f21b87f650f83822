import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { pdf } from './files.ts'
import { changedToken, clientOf, newAccount, oneByOne, openDatabase, portals, signIn, type Send } from './portals.ts'
import { openSocket } from './socket.ts'

const now = () => Math.floor(Date.now() / 1000)
const wrong = 'not the password'

describe.each(portals)('sessions of the portal with its $mode database', async (portal) => {
  const sql = openDatabase(portal)
  const { accessToken } = await signIn(portal)

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const [, claims = ''] = accessToken.split('.')
  const forgedTokens: [what: string, token: string][] = [
    ['without an algorithm', `${part({ alg: 'none' })}.${claims}.`],
    ['without an algorithm, but signed', changedToken(portal, accessToken, { header: { alg: 'none' } })],
    ['with the algorithm of a public key', changedToken(portal, accessToken, { header: { alg: 'RS256' } })],
    ['with a key from a file', changedToken(portal, accessToken, { header: { kid: '../../dev/null' }, secret: '' })],
    [
      'with a key of its own',
      changedToken(portal, accessToken, { header: { jwk: { kty: 'oct', k: '' } }, secret: '' }),
    ],
    ['that has expired', changedToken(portal, accessToken, { claims: { exp: now() - 1 } })],
    ['that is not valid yet', changedToken(portal, accessToken, { claims: { nbf: now() + 600 } })],
    ['from the future', changedToken(portal, accessToken, { claims: { iat: now() + 600 } })],
    ['of another server', changedToken(portal, accessToken, { secret: 'another secret of at least 32 letters' })],
    [
      'with a longer claim',
      `${accessToken.split('.')[0]}.${part({ role: 'service_role' })}.${accessToken.split('.')[2]}`,
    ],
    ['of 5 kilobytes', `${accessToken}${'x'.repeat(5_000)}`],
  ]

  /** Calls of an admin, in every part of the contract. */
  const adminCalls = (send: Send): [part: string, answer: Promise<{ status: number }>][] => [
    ['tables', send('POST /rest/v1/jobs', { title: 'S29', slug: `s29-${randomUUID()}`, status: 'inactive' })],
    ['push', send('GET /functions/v1/push-notifications/stats')],
    ['storage', send('POST /storage/v1/object/notices/a.pdf', pdf(), { 'content-type': 'application/pdf' })],
  ]

  async function statusesOf(send: Send): Promise<Record<string, boolean>> {
    const found = adminCalls(send).map(async ([name, answer]) => [name, [200, 201].includes((await answer).status)])
    return Object.fromEntries(await Promise.all(found)) as Record<string, boolean>
  }
  const all = { tables: true, push: true, storage: true }
  const none = { tables: false, push: false, storage: false }

  test.each(forgedTokens)('S19: a token %s is refused by every part of the contract', async (_what, token) => {
    const send = clientOf(portal, { authorization: `Bearer ${token}` })
    expect((await send('GET /rest/v1/jobs?select=id&limit=1')).status).toBe(401)
    for (const [name, answer] of adminCalls(send)) {
      const { status } = await answer
      expect([name, status]).toEqual([name, 401])
    }
    const socket = await openSocket(portal)
    const reply = await socket.join('realtime:s19', { table: 'jobs', access_token: token })
    expect([reply.status, socket.changes]).toEqual(['error', []])
    socket.close()
  })

  test.each(forgedTokens)('S19: a token %s is refused by the sign-in', async (_what, token) => {
    const send = clientOf(portal, { authorization: `Bearer ${token}` })
    expect((await send('GET /auth/v1/user')).status).toBeOneOf([401, 403])
  })

  test.each<[what: string, claims: Record<string, unknown>]>([
    ['without an expiry', { exp: undefined }],
    ['without an audience', { aud: undefined }],
    ['for another audience', { aud: 'another' }],
  ])('S19: a signed token %s is refused by every part of the contract', async (_what, claims) => {
    const token = changedToken(portal, accessToken, { claims })
    const send = clientOf(portal, { authorization: `Bearer ${token}` })
    expect((await send('GET /rest/v1/jobs?select=id&limit=1')).status).toBe(401)
    expect(await statusesOf(send)).toEqual(none)
    const socket = await openSocket(portal)
    expect((await socket.join('realtime:s19', { table: 'jobs', access_token: token })).status).toBe('error')
    socket.close()
  })

  test('S19: a token of 100 kilobytes is refused before it is read', async () => {
    const headers = { authorization: `Bearer ${'x'.repeat(100_000)}` }
    expect((await clientOf(portal)('GET /rest/v1/jobs?select=id', undefined, headers)).status).toBe(431)
  })

  test('S27: an address fails to sign in ten times a minute, whatever the account', async () => {
    const send = clientOf(portal)
    const guess = () => ({ email: `${randomUUID()}@example.org`, password: wrong })
    const answers = await oneByOne(14, () => send('POST /auth/v1/token?grant_type=password', guess()))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
    const right = await send('POST /auth/v1/token?grant_type=password', portal.admin)
    expect([right.status, right.json.error_code]).toEqual([429, 'over_request_rate_limit'])
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('S27: guesses from many addresses pause an account, except for the address it is known from', async () => {
    const account = await newAccount(sql, portal, 'admin')
    const home = clientOf(portal)
    const line = 'POST /auth/v1/token?grant_type=password'
    expect((await home(line, account)).status).toBe(200)
    const guesses = Array.from({ length: 12 }, () => clientOf(portal)(line, { ...account, password: wrong }))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses).toContain(429)
    expect((await home(line, account)).status).toBe(200)
  })

  test('S27: a wrong password and an unknown account get the same answer', async () => {
    const { email } = await newAccount(sql, portal, 'admin')
    const line = 'POST /auth/v1/token?grant_type=password'
    const [known, unknown] = await Promise.all([
      clientOf(portal)(line, { email, password: wrong }),
      clientOf(portal)(line, { email: `x${email}`, password: wrong }),
    ])
    expect([known?.status, known?.json]).toEqual([unknown?.status, unknown?.json])
    expect(known?.json).toMatchObject({ error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
  })

  test('S28: a refresh token that is used again later ends the session of both', async () => {
    const account = await newAccount(sql, portal, 'admin')
    const session = await signIn(portal, account)
    const refresh = (refresh_token: string) =>
      clientOf(portal)('POST /auth/v1/token?grant_type=refresh_token', { refresh_token })
    const first = await refresh(session.refreshToken)
    expect(first.status).toBe(200)
    const second = await refresh(first.json.refresh_token)
    expect(second.status).toBe(200)
    await sql`update auth.refresh_tokens set updated_at = now() - interval '1 minute', created_at = now() - interval '2 minutes'
      where user_id::text = (select id::text from auth.users where email = ${account.email})`
    const replayed = await refresh(session.refreshToken)
    expect([replayed.status, replayed.json.error_code]).toEqual([400, 'refresh_token_already_used'])
    expect((await refresh(second.json.refresh_token)).status).toBe(400)
    const send = clientOf(portal, { authorization: `Bearer ${second.json.access_token}` })
    expect(await statusesOf(send)).toEqual(none)
  })

  test('S28: within ten seconds, also at the same moment, a refresh token gives the same tokens', async () => {
    const { refreshToken } = await signIn(portal, await newAccount(sql, portal, 'admin'))
    const refresh = () =>
      clientOf(portal)('POST /auth/v1/token?grant_type=refresh_token', { refresh_token: refreshToken })
    const answers = await Promise.all([refresh(), refresh(), refresh()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1)
    const next = await clientOf(portal)('POST /auth/v1/token?grant_type=refresh_token', {
      refresh_token: answers[0]?.json.refresh_token,
    })
    expect(next.status).toBe(200)
  })

  test('S29: after signing out a token has no rights in any part of the contract', async () => {
    const { send, refreshToken } = await signIn(portal, await newAccount(sql, portal, 'admin'))
    expect(await statusesOf(send)).toEqual(all)
    expect((await send('POST /auth/v1/logout')).status).toBe(204)
    expect(await statusesOf(send)).toEqual(none)
    const refreshed = await clientOf(portal)('POST /auth/v1/token?grant_type=refresh_token', {
      refresh_token: refreshToken,
    })
    expect(refreshed.status).toBe(400)
  })

  test('S29: an account whose role is taken away loses its rights at once', async () => {
    const account = await newAccount(sql, portal, 'admin')
    const { send } = await signIn(portal, account)
    expect(await statusesOf(send)).toEqual(all)
    await sql`update profiles set role = 'user' where id = (select id from auth.users where email = ${account.email})`
    expect(await statusesOf(send)).toEqual(none)
  })

  test('S29: a channel of a session that ended gets no hidden row', async () => {
    const [leaving, staying] = [
      await signIn(portal, await newAccount(sql, portal, 'admin')),
      await signIn(portal, await newAccount(sql, portal, 'admin')),
    ]
    const [gone, there] = [await openSocket(portal), await openSocket(portal)]
    for (const [socket, { accessToken: access_token }] of [
      [gone, leaving],
      [there, staying],
    ] as const) {
      expect((await socket.join('realtime:s29', { table: 'jobs', access_token })).status).toBe('ok')
    }
    expect((await leaving.send('POST /auth/v1/logout?scope=local')).status).toBe(204)
    const slug = `s29-${randomUUID()}`
    await sql`insert into jobs (title, slug, status) values ('S29 hidden', ${slug}, 'inactive')`
    await expect.poll(() => there.changes.some((text) => text.includes(slug))).toBe(true)
    expect(gone.changes.filter((text) => text.includes(slug))).toEqual([])
    gone.close()
    there.close()
  })
})
