import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'
import { claimsOf } from './token-claims.ts'

const database = await makeDatabase('migrated')
const { sql } = database
await sql`insert into jobs (title, slug, status) values ('Shown', 'shown', 'active'), ('Hidden', 'hidden', 'inactive')`

const { url, client } = await runBackend(database)
const { data: signedIn } = await client().auth.signInWithPassword(admin)
const accessToken = signedIn.session?.access_token ?? ''

const withKey = { apikey: keys.publishableKey }
const request = (path: string, init?: RequestInit) => fetch(url + path, init)

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** A token as our server signs it, except for the given changes. */
function token(changes: { claims?: object; header?: object; secret?: string }): string {
  const claims = { ...claimsOf(accessToken), ...changes.claims }
  const signed = `${part({ alg: 'HS256', typ: 'JWT', ...changes.header })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', changes.secret ?? keys.jwtSecret)
    .update(signed)
    .digest('base64url')}`
}

describe('requests without a valid API key are rejected', () => {
  const paths = [
    '/rest/v1/jobs?select=id',
    '/rest/v1/rpc/home_board',
    '/rest/v1/',
    '/auth/v1/settings',
    '/auth/v1/token?grant_type=password',
  ]
  const credentials: [what: string, headers: Record<string, string>][] = [
    ['no key', {}],
    ['an empty key', { apikey: '' }],
    ['a wrong key', { apikey: `${keys.publishableKey}0` }],
    ['a part of the key', { apikey: keys.publishableKey.slice(0, 20) }],
    ['the key as authorization alone', { authorization: `Bearer ${keys.publishableKey}` }],
    ['the secret key as authorization alone', { authorization: `Bearer ${keys.secretKey}` }],
    ['a session without a key', { authorization: `Bearer ${accessToken}` }],
    ['the signing secret as key', { apikey: keys.jwtSecret }],
  ]
  test.each(paths.flatMap((path) => credentials.map(([what, headers]) => ({ path, what, headers }))))(
    '$path with $what is answered with 401',
    async ({ path, headers }) => {
      const method = path.includes('token') ? 'POST' : 'GET'
      expect((await request(path, { method, headers })).status).toBe(401)
    },
  )

  test.each([
    ['a header', '/rest/v1/jobs?select=slug', withKey],
    ['the address', `/rest/v1/jobs?select=slug&apikey=${keys.publishableKey}`, {}],
    ['both headers', '/rest/v1/jobs?select=slug', { ...withKey, authorization: `Bearer ${keys.publishableKey}` }],
  ])('a visitor reads public rows with the publishable key in %s', async (_where, path, headers) => {
    const response = await request(path, { headers })
    expect([response.status, await response.json()]).toEqual([200, [{ slug: 'shown' }]])
  })

  test('the server reads all rows with the secret key', async () => {
    const { data } = await client(keys.secretKey).from('jobs').select('slug').order('id')
    expect(data).toEqual([{ slug: 'shown' }, { slug: 'hidden' }])
  })
})

describe('S19: only tokens of this server are accepted, by one rule everywhere', () => {
  const soon = Math.floor(Date.now() / 1000)
  const services: [name: string, path: string, method: string][] = [
    ['tables', '/rest/v1/jobs?select=slug', 'GET'],
    ['calls', '/rest/v1/rpc/home_board', 'GET'],
    ['sign-in', '/auth/v1/user', 'GET'],
    ['functions', '/functions/v1/push-notifications/stats', 'GET'],
    ['storage', '/storage/v1/object/notices', 'DELETE'],
  ]

  async function ask(bearer: string): Promise<Record<string, Response>> {
    const headers = { ...withKey, authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    const answers = services.map(async ([name, path, method]) => {
      const body = method === 'DELETE' ? JSON.stringify({ prefixes: ['x.pdf'] }) : null
      return [name, await request(path, { method, headers, body })] as const
    })
    return Object.fromEntries(await Promise.all(answers))
  }

  test('a token as issued is accepted everywhere', async () => {
    const statuses = Object.values(await ask(accessToken)).map(({ status }) => status)
    expect(statuses).toEqual(services.map(() => 200))
  })

  test('a token of an earlier version, which said less, is accepted everywhere', async () => {
    const less = { iss: undefined, aal: undefined, amr: undefined, phone: undefined, is_anonymous: undefined }
    const bearer = token({ claims: { ...less, app_metadata: undefined, user_metadata: undefined } })
    expect(Object.keys(claimsOf(bearer)).sort()).toEqual(['aud', 'email', 'exp', 'iat', 'role', 'session_id', 'sub'])
    const statuses = Object.values(await ask(bearer)).map(({ status }) => status)
    expect(statuses).toEqual(services.map(() => 200))
  })

  test.each([
    ['signed with another secret', token({ secret: 'another secret of at least 32 letters' })],
    ['signed with an empty secret', token({ secret: '' })],
    ['that names no algorithm', `${part({ alg: 'none' })}.${accessToken.split('.')[1]}.`],
    ['that names no algorithm, with a signature', token({ header: { alg: 'none' } })],
    ['that names an algorithm with a public key', token({ header: { alg: 'RS256' } })],
    ['that names another length of the hash', token({ header: { alg: 'HS512' } })],
    ['whose key id is a path', token({ header: { kid: '../../etc/passwd' }, secret: '' })],
    [
      'with claims that were changed',
      accessToken
        .split('.')
        .with(1, part({ role: 'service_role' }))
        .join('.'),
    ],
    ['that has expired', token({ claims: { exp: soon - 1 } })],
    ['that never expires', token({ claims: { exp: undefined } })],
    ['that is not valid yet', token({ claims: { nbf: soon + 600 } })],
    ['issued in the future', token({ claims: { iat: soon + 600 } })],
    ['for another audience', token({ claims: { aud: 'anon' } })],
    ['for no audience', token({ claims: { aud: undefined } })],
    ['of a session that has ended', token({ claims: { session_id: crypto.randomUUID() } })],
    ['of the session of another account', token({ claims: { sub: crypto.randomUUID() } })],
    ['that is not a JWT', 'abc'],
    ['of more than 7,000 characters', `x.${'y'.repeat(7_000)}.z`],
  ])('a token %s is refused everywhere', async (what, bearer) => {
    const { tables, calls, ...others } = await ask(bearer)
    // The official sign-in client ends its session when it gets this status.
    const signIn = /session/.test(what) ? 403 : 401
    expect(Object.values(others).map(({ status }) => status)).toEqual([signIn, 401, 401])
    for (const answer of [tables, calls]) {
      expect(answer?.status).toBe(401)
      expect(await answer?.json()).toEqual({
        code: expect.stringMatching(/^(PGRST30[13]|PT401)$/),
        message: expect.any(String),
        details: null,
        hint: null,
      })
    }
  })

  test('a token of a server whose clock is ahead by less than 30 seconds is accepted everywhere', async () => {
    const bearer = token({ claims: { iat: Math.floor(Date.now() / 1000) + 28 } })
    const statuses = Object.values(await ask(bearer)).map(({ status }) => status)
    expect(statuses).toEqual(services.map(() => 200))
  })

  test('a token of 100 kilobytes is refused', async () => {
    const answer = ask(`x.${'y'.repeat(100_000)}.z`)
    for (const { status } of Object.values(await answer)) expect(status).toBe(431)
  })

  test('a token for the owner of the database is refused', async () => {
    const { tables, calls } = await ask(token({ claims: { role: 'postgres' } }))
    expect([tables?.status, calls?.status]).toEqual([403, 403])
  })
})

describe('disabled parts of Supabase', () => {
  test.each([
    '/',
    '/studio',
    '/_system',
    '/_system/config',
    '/_system/introspect',
    '/rest/v1/../../_system/config',
    '/rest/v1/..%2f..%2f_system/config',
    '/rest/v1/_system/config',
    '/pg/query',
    '/mcp',
    '/auth/v1/admin/users',
    '/auth/v1/otp',
    '/auth/v1/magiclink',
    '/auth/v1/authorize?provider=github',
    '/auth/v1/sso',
  ])('%s is not found, even with the secret key', async (path) => {
    expect((await request(path, { method: 'GET', headers: { apikey: keys.secretKey } })).status).toBe(404)
    expect((await request(path, { method: 'POST', headers: { apikey: keys.secretKey } })).status).toBe(404)
  })

  test('a local request without a key has no rights: there is no admin mode', async () => {
    const response = await request('/rest/v1/profiles', { headers: { host: 'localhost' } })
    expect(response.status).toBe(401)
  })

  test.each([
    ['with an address', { email: 'new@example.org', password: 'a long password' }],
    [
      'with a role chosen by the user',
      { email: 'new@example.org', password: 'a long password', data: { role: 'admin' } },
    ],
    ['without an e-mail address', {}],
  ])('sign-up %s is disabled', async (_what, body) => {
    const before = await sql`select id from auth.users`
    const response = await request('/auth/v1/signup', {
      method: 'POST',
      headers: { ...withKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([response.status, await response.json()]).toEqual([
      422,
      expect.objectContaining({ error_code: 'signup_disabled' }),
    ])
    expect(await sql`select id from auth.users`).toEqual(before)
  })

  test.each(['published', 'rules', 'auth', 'supabase_migrations', 'extensions', 'pg_catalog'])(
    'the schema %s is not accessible',
    async (schema) => {
      const response = await request('/rest/v1/jobs?select=id', { headers: { ...withKey, 'accept-profile': schema } })
      expect([response.status, await response.json()]).toEqual([406, expect.objectContaining({ code: 'PGRST106' })])
    },
  )

  test.each(['PROPFIND', 'PURGE'])('the method %s is not allowed', async (method) => {
    expect((await request('/rest/v1/jobs', { method, headers: withKey })).status).toBe(405)
  })
})

describe('CORS: any site may read a response, none with the credentials of a visitor', () => {
  const origin = 'https://elsewhere.example'

  test.each(['/rest/v1/jobs?select=id', '/rest/v1/rpc/home_board', '/auth/v1/settings', '/nothing'])(
    'CORS: any site may read %s without credentials',
    async (path) => {
      const { headers } = await request(path, { headers: { ...withKey, origin } })
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-credentials')).toBe(null)
    },
  )

  test('CORS: a preflight request allows the requested headers', async () => {
    const preflight = { origin, 'access-control-request-headers': 'apikey, content-type' }
    const { status, headers } = await request('/rest/v1/jobs', { method: 'OPTIONS', headers: preflight })
    expect([status, headers.get('access-control-allow-headers')]).toEqual([204, 'apikey, content-type'])
  })
})
