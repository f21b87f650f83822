import { expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { client } = await runBackend(database)

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
const none = { reads: 0, writes: '42501', calls: false, uploads: 403 }

test('after sign-out a token that is still valid has no rights in any part of the contract', async () => {
  const staff = await signIn()
  expect(await rights(staff)).toEqual(all)
  const { data } = await staff.auth.getSession()
  await staff.auth.signOut()
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  expect(await rights(client(keys.publishableKey, headers))).toEqual(none)
  const refreshed = await client().auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })
  expect(refreshed.error?.status).toBe(400)
})

test('an admin whose role is removed loses the rights in every part of the contract at once', async () => {
  const staff = await signIn()
  expect(await rights(staff)).toEqual(all)
  await sql`update profiles set role = 'user' where id = ${owner?.['id']}`
  expect(await rights(staff)).toEqual(none)
  await sql`update profiles set role = 'admin' where id = ${owner?.['id']}`
  expect(await rights(staff)).toEqual(all)
})

test('a password change ends all sessions except the one that made it', async () => {
  const [here, there] = [await signIn(), await signIn()]
  expect(await rights(there)).toEqual(all)
  expect((await here.auth.updateUser({ password: 'another long password' })).error).toBe(null)
  expect(await rights(there)).toEqual(none)
  expect(await rights(here)).toEqual(all)
  expect((await here.auth.updateUser({ data: { name: 'Staff' } })).error).toBe(null)
  account.password = 'another long password'
  expect(await rights(await signIn())).toEqual(all)
})

test('a rejected password change ends no session', async () => {
  const [here, there] = [await signIn(), await signIn()]
  expect((await here.auth.updateUser({ password: 'short' })).error?.status).toBe(422)
  expect(await rights(there)).toEqual(all)
})

test('a refresh token that is used again after a while ends its session', async () => {
  const staff = await signIn()
  const { data } = await staff.auth.getSession()
  const stolen = data.session?.refresh_token ?? ''
  const renewed = await client().auth.refreshSession({ refresh_token: stolen })
  expect(renewed.error).toBe(null)
  await client().auth.refreshSession({ refresh_token: renewed.data.session?.refresh_token ?? '' })
  await sql`update auth.refresh_tokens set updated_at = now() - interval '1 minute', created_at = now() - interval '2 minutes'`
  const replayed = await client().auth.refreshSession({ refresh_token: stolen })
  expect(replayed.error?.status).toBe(400)
  const headers = { authorization: `Bearer ${renewed.data.session?.access_token}` }
  expect(await rights(client(keys.publishableKey, headers))).toEqual(none)
})
