import { describe, expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { makeDatabase, siteUrl } from './test-database.ts'
import { claimsOf } from './token-claims.ts'

/** What the tokens of supabase/auth say, and the account that its answers show. */
const database = await makeDatabase('migrated')
const { sql } = database
await sql.unsafe(`create function claims() returns jsonb language sql stable as $$ 
  select current_setting('request.jwt.claims')::jsonb $$;
  grant execute on function claims to authenticated`)
const { client } = await runBackend(database)

async function signIn() {
  const by = client()
  const { data } = await by.auth.signInWithPassword(admin)
  if (!data.session) throw new Error('Nobody is signed in')
  return { by, session: data.session, claims: claimsOf(data.session.access_token) }
}

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
const byPassword = { provider: 'email', providers: ['email'] }

describe('access tokens', () => {
  test('a token has the claims of supabase/auth', async () => {
    const { session, claims } = await signIn()
    const begun = Math.floor(Date.parse(session.user.last_sign_in_at ?? '') / 1_000)
    expect(claims).toEqual({
      iss: `${siteUrl}/auth/v1`,
      sub: session.user.id,
      aud: 'authenticated',
      exp: session.expires_at,
      iat: (session.expires_at ?? 0) - 1800,
      email: admin.email,
      phone: '',
      app_metadata: byPassword,
      user_metadata: session.user.user_metadata,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: begun }],
      session_id: expect.stringMatching(/^[\da-f-]{36}$/),
      is_anonymous: false,
    })
  })

  test('a refreshed token says when the account has signed in, and what is stored of it now', async () => {
    const { by, claims } = await signIn()
    await sql`update auth.sessions set created_at = created_at - interval '1 hour' where id = ${String(claims['session_id'])}`
    await sql`update staff.session_methods set at = at - interval '1 hour' where session = ${String(claims['session_id'])}`
    await by.auth.updateUser({ data: { language: 'hi' } })
    const { data } = await by.auth.refreshSession()
    const fresh = claimsOf(data.session?.access_token ?? '')
    const [{ timestamp }] = claims['amr'] as [{ timestamp: number }]
    expect(fresh).toEqual({
      ...claims,
      iat: fresh['iat'],
      exp: fresh['exp'],
      amr: [{ method: 'password', timestamp: timestamp - 3_600 }],
      user_metadata: { ...(claims['user_metadata'] as object), language: 'hi' },
    })
  })

  test('the client reads the claims, and the database gets them', async () => {
    const { by, claims } = await signIn()
    expect((await by.auth.getClaims()).data?.claims).toEqual(claims)
    expect((await by.rpc('claims')).data).toEqual(claims)
    expect((await by.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      currentAuthenticationMethods: claims['amr'],
    })
  })
})

test('the account is the same in the answers to a sign-in, a refresh and a request for it', async () => {
  const { by, session } = await signIn()
  const { data: refreshed } = await by.auth.refreshSession()
  const { data: read } = await by.auth.getUser()
  for (const user of [session.user, refreshed.user, read.user]) {
    expect(user).toMatchObject({
      id: session.user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: admin.email,
      email_confirmed_at: isoTime,
      confirmed_at: isoTime,
      last_sign_in_at: isoTime,
      phone: '',
      app_metadata: byPassword,
      user_metadata: expect.any(Object),
      identities: [expect.objectContaining({ provider: 'email', user_id: session.user.id })],
      created_at: isoTime,
      updated_at: isoTime,
      is_anonymous: false,
    })
  }
})
