import { describe, expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { client, url } = await runBackend(database)

async function signIn() {
  const staff = client()
  await staff.auth.signInWithPassword(account)
  return staff
}
const account = { ...admin }
const [owner] = await sql`select id from auth.users where email = ${account.email}`

/** What an admin may do in each part of the contract. */
const rights = async (staff: Awaited<ReturnType<typeof signIn>>) => {
  const row = { title: 'A notice', slug: crypto.randomUUID() }
  const hidden = await staff.from('jobs').select('slug').eq('status', 'inactive')
  const inserted = await staff.from('jobs').insert(row).select().single()
  const called = await staff.rpc('is_admin')
  const uploaded = await staff.storage.from('notices').upload('a.pdf', new Blob(['no pdf']))
  return {
    reads: hidden.data?.length,
    writes: inserted.error?.code ?? 'yes',
    calls: called.data,
    uploads: (uploaded.error as { status?: number } | null)?.status,
  }
}
await sql`insert into jobs (title, slug, status) values ('Hidden', 'hidden', 'inactive')`
const all = { reads: 1, writes: 'yes', calls: true, uploads: 415 }
/** Without the role, and without a session. */
const none = { reads: 0, writes: '42501', calls: false, uploads: 403 }
const ended = { reads: undefined, writes: 'PGRST303', calls: null, uploads: 401 }

test('after sign-out a token that is still valid has no rights in any part of the contract', async () => {
  const staff = await signIn()
  expect(await rights(staff)).toEqual(all)
  const { data } = await staff.auth.getSession()
  await staff.auth.signOut()
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  expect(await rights(client(keys.publishableKey, headers))).toEqual(ended)
  const refreshed = await client().auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })
  expect(refreshed.error?.status).toBe(400)
})

test.each([
  ['global', 401, 401],
  ['local', 401, 200],
  ['others', 200, 401],
] as const)('sign-out with the scope %s ends the right sessions', async (scope, here, there) => {
  const [leaving, other] = [await tokenOf(await signIn()), await tokenOf(await signIn())]
  expect(await signOut(leaving, scope)).toBe(204)
  expect([await readWith(leaving), await readWith(other)]).toEqual([here, there])
})

test('sign-out of a session that has ended, with an unknown scope or without a token ends nothing', async () => {
  const [ended, token] = [await tokenOf(await signIn()), await tokenOf(await signIn())]
  expect(await signOut(ended, 'local')).toBe(204)
  expect(await signOut(ended, 'global')).toBe(403)
  expect(await signOut(token, 'everybody')).toBe(400)
  expect(await signOut(keys.publishableKey, 'global')).toBe(401)
  expect(await readWith(token)).toBe(200)
})

async function tokenOf(staff: Awaited<ReturnType<typeof signIn>>): Promise<string> {
  return (await staff.auth.getSession()).data.session?.access_token ?? ''
}

async function signOut(token: string, scope: string): Promise<number> {
  const headers = { apikey: keys.publishableKey, authorization: `Bearer ${token}` }
  return (await fetch(`${url}/auth/v1/logout?scope=${scope}`, { method: 'POST', headers })).status
}

async function readWith(token: string): Promise<number> {
  const headers = { apikey: keys.publishableKey, authorization: `Bearer ${token}` }
  return (await fetch(`${url}/rest/v1/jobs?select=id`, { headers })).status
}

test('an admin whose role is removed loses the rights in every part of the contract at once', async () => {
  const staff = await signIn()
  expect(await rights(staff)).toEqual(all)
  await sql`update profiles set role = 'user' where id = ${owner?.['id']}`
  expect(await rights(staff)).toEqual(none)
  await sql`update profiles set role = 'admin' where id = ${owner?.['id']}`
  expect(await rights(staff)).toEqual(all)
})

describe('changing the password', () => {
  const password = 'another long password'
  const refused = (status: number, code: string) => ({
    data: { user: null },
    error: expect.objectContaining({ status, code }),
  })

  test('a password change ends all sessions except the one that made it', async () => {
    const [here, there] = [await signIn(), await signIn()]
    expect(await rights(there)).toEqual(all)
    expect((await here.auth.updateUser({ password, current_password: account.password })).error).toBe(null)
    expect(await rights(there)).toEqual(ended)
    expect(await rights(here)).toEqual(all)
    expect((await here.auth.updateUser({ data: { name: 'Staff' } })).error).toBe(null)
    for (const name of ['zero \0', 'half \ud800'])
      expect((await here.auth.updateUser({ data: { name } })).error?.code).toBe('validation_failed')
    expect((await here.auth.updateUser({ data: { name: String.raw`words \u0000 \ud800` } })).error).toBe(null)
    expect((await here.auth.updateUser({ email: 'other@example.org' })).error?.code).toBe('validation_failed')
    expect((await client().auth.signInWithPassword(account)).error).toMatchObject({ code: 'invalid_credentials' })
    account.password = password
    expect(await rights(await signIn())).toEqual(all)
  })

  test.each<
    [what: string, change: () => { password: string; current_password?: string }, status: number, code: string]
  >([
    ['without the current password', () => ({ password: 'a new password' }), 400, 'current_password_required'],
    [
      'with a list as current password',
      () => ({ password: 'a new password', current_password: [account.password] as unknown as string }),
      400,
      'current_password_required',
    ],
    [
      'with an empty current password',
      () => ({ password: 'a new password', current_password: '' }),
      400,
      'current_password_required',
    ],
    [
      'with a wrong current password',
      () => ({ password: 'a new password', current_password: 'guessed' }),
      400,
      'current_password_invalid',
    ],
    [
      'to the same one',
      () => ({ password: account.password, current_password: account.password }),
      422,
      'same_password',
    ],
    ['to 9 characters', () => ({ password: 'nine char', current_password: account.password }), 422, 'weak_password'],
    ['to an empty one', () => ({ password: '', current_password: account.password }), 422, 'weak_password'],
    [
      'to more than 72 bytes',
      () => ({ password: 'भ'.repeat(25), current_password: account.password }),
      400,
      'validation_failed',
    ],
  ])('a password change %s is rejected and ends no session', async (_what, change, status, code) => {
    const [here, there] = [await signIn(), await signIn()]
    const before = await sql`select encrypted_password from auth.users where email = ${account.email}`
    expect(await here.auth.updateUser(change())).toEqual(refused(status, code))
    expect(await rights(there)).toEqual(all)
    expect(await sql`select encrypted_password from auth.users where email = ${account.email}`).toEqual(before)
  })

  async function put(body: string): Promise<number> {
    const { data } = await (await signIn()).auth.getSession()
    const authorization = `Bearer ${data.session?.access_token}`
    const headers = { apikey: keys.publishableKey, authorization, 'content-type': 'application/json' }
    return (await fetch(`${url}/auth/v1/user`, { method: 'PUT', headers, body })).status
  }

  test.each<[body: string, status: number]>([
    ['{"password": 12, "current_password": "x"}', 422],
    ['{"password": null, "current_password": "x"}', 422],
    ['{"password": {"$ne": null}, "current_password": "x"}', 422],
    ['{"password": ["a new password"], "current_password": "x"}', 422],
    ['{"data": {}, "password": "a new password"}', 400],
    ['{"current_password": "x", "password": "a new password", "password": "a new password"}', 400],
    ['password=a+new+password', 400],
    ['[{"password": "a new password"}]', 400],
    ['null', 400],
    ['', 400],
    ['{"current_password": "x"}', 200],
  ])('no other body changes the password: %s is answered with %d', async (body, status) => {
    expect(await put(body)).toBe(status)
    expect((await client().auth.signInWithPassword(account)).error).toBe(null)
  })

  test('a session that has ended cannot change the password, and learns nothing about it', async () => {
    const here = await signIn()
    await sql`delete from auth.sessions`
    for (const current_password of [account.password, 'guessed']) {
      const { error } = await here.auth.updateUser({ password: 'a new password', current_password })
      expect(error?.name).toBe('AuthSessionMissingError')
    }
    expect(await rights(await signIn())).toEqual(all)
  })

  test('guesses of the current password are limited like attempts to sign in', async () => {
    const body = JSON.stringify({ password: 'a new password', current_password: 'guessed' })
    const { data } = await (await signIn()).auth.getSession()
    const headers = {
      apikey: keys.publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
      'x-client': '198.51.100.7',
    }
    const guess = () => fetch(`${url}/auth/v1/user`, { method: 'PUT', headers, body })
    const responses = await Promise.all(Array.from({ length: 11 }, guess))
    const limited = responses.filter(({ status }) => status === 429)
    expect(limited.length).toBeGreaterThanOrEqual(1)
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(responses.filter(({ status }) => status === 400).length + limited.length).toBe(11)
  })
})
