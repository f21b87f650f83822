import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { as, signIn, visitor } from './database-users.ts'
import { admin, runBackend } from './running-backend.ts'
import { pdf } from '#test/pdf.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { url, client } = await runBackend(database)

/** Signs an account in, with a new session each time. */
async function session(account: { email: string; password: string }) {
  const person = client()
  const { data } = await person.auth.signInWithPassword(account)
  return { person, id: data.user?.id ?? '', token: data.session?.access_token ?? '' }
}

const outsider = { email: 'reader@example.org', password: admin.password }
await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, aud, role)
  select gen_random_uuid(), ${outsider.email}, encrypted_password, now(), aud, role from auth.users where email = ${admin.email}`

const request = (method: string, path: string, headers: Record<string, string>, body: BodyInit) =>
  fetch(`${url}/storage/v1/object/${path}`, { method, headers, body })

/** Tries an upload, a replacement and a removal of an existing object. */
async function tries(headers: Record<string, string>) {
  const name = `${randomUUID().replaceAll('-', '')}.pdf`
  await sql`insert into storage.objects (bucket_id, name) values ('notices', ${name})`
  const objects = async () => [...(await sql`select name from storage.objects order by id`)]
  const before = await objects()
  const responses = [
    await request('POST', 'notices/a.pdf', headers, new Uint8Array(pdf(randomUUID()))),
    await request('PUT', 'notices/a.pdf', headers, new Uint8Array(pdf(randomUUID()))),
    await request('DELETE', 'notices', { ...headers, ...json }, JSON.stringify({ prefixes: [name] })),
  ]
  const after = await objects()
  const outcomes = responses.map(async (response) =>
    response.ok ? 'ok' : `${response.status} ${(await response.json()).code}`,
  )
  return {
    responses: await Promise.all(outcomes),
    added: after.length - before.filter((object) => object['name'] !== name).length,
    isRemoved: !after.some((object) => object['name'] === name),
  }
}

const json = { 'content-type': 'application/json' }
const allowed = { responses: ['ok', 'ok', 'ok'], added: 2, isRemoved: true }
const rejectedWith = (response: string) => ({ responses: [response, response, response], added: 1, isRemoved: false })
const unknown = rejectedWith('401 InvalidJWT')
const denied = rejectedWith('403 AccessDenied')

const key = { apikey: keys.publishableKey }
const bearer = (token: string) => ({ ...key, authorization: `Bearer ${token}` })

describe('rights to add and remove files', () => {
  test('admins may add and remove files', async () => {
    const { token } = await session(admin)
    expect(await tries(bearer(token))).toEqual(allowed)
  })

  test('the server may add and remove files with the secret key', async () => {
    expect(await tries({ apikey: keys.secretKey })).toEqual(allowed)
    expect(await tries({ apikey: keys.secretKey, authorization: `Bearer ${keys.secretKey}` })).toEqual(allowed)
  })

  test.each<[who: string, headers: () => Promise<Record<string, string>> | Record<string, string>, outcome: object]>([
    ['without a key', () => ({}), unknown],
    ['with the publishable key', () => key, unknown],
    ['with the publishable key twice', () => bearer(keys.publishableKey), unknown],
    ['with a wrong key', () => ({ apikey: 'sb_publishable_of_another_server_00000' }), unknown],
    ['with a secret key that is wrong', () => ({ apikey: `${keys.secretKey}0` }), unknown],
    ['with the secret key as authorization alone', () => ({ authorization: `Bearer ${keys.secretKey}` }), unknown],
    ['with an invalid token', () => bearer('a.b.c'), unknown],
    ['with a token signed by another server', async () => bearer(resigned((await session(admin)).token)), unknown],
    [
      'with a session but without a key',
      async () => ({ authorization: `Bearer ${(await session(admin)).token}` }),
      unknown,
    ],
    ['signed in, but not staff', async () => bearer((await session(outsider)).token), denied],
    [
      'not staff, in spite of the secret key',
      async () => ({ ...bearer((await session(outsider)).token), apikey: keys.secretKey }),
      denied,
    ],
  ])('a user %s may not add or remove files', async (_who, headers, outcome) => {
    expect(await tries(await headers())).toEqual(outcome)
  })

  test('an admin who has signed out may not add or remove files, although the token is still valid', async () => {
    const { person, token } = await session(admin)
    expect(await tries(bearer(token))).toEqual(allowed)
    await person.auth.signOut({ scope: 'local' })
    expect(await tries(bearer(token))).toEqual(unknown)
  })

  test('an admin whose role is removed may not add or remove files from the next request on; an editor may only add', async () => {
    const { id, token } = await session(admin)
    await sql`update profiles set role = 'user' where id = ${id}`
    expect(await tries(bearer(token))).toEqual(denied)
    await sql`update profiles set role = 'editor' where id = ${id}`
    expect(await tries(bearer(token))).toEqual({
      responses: ['ok', 'ok', '403 AccessDenied'],
      added: 3,
      isRemoved: false,
    })
    await sql`update profiles set role = 'admin' where id = ${id}`
    expect(await tries(bearer(token))).toEqual(allowed)
  })
})

describe('the database denies access to files by itself', () => {
  const add = (owner: string | null, bucket = 'notices') =>
    sql`insert into storage.objects ${sql({ bucket_id: bucket, name: randomUUID(), owner_id: owner })}`

  test('the database denies access to files to users who are not staff', async () => {
    await add(null)
    for (const person of [visitor, await signIn(sql, 'user'), await signIn(sql, null)]) {
      const owner = person.claims.sub ?? null
      for (const statement of [
        () =>
          as(
            sql,
            person,
            (by) => by`insert into storage.objects (bucket_id, name, owner_id) values ('notices', 'x', ${owner})`,
          ),
        () => as(sql, person, (by) => by`update storage.objects set updated_at = now()`.then(rejectNone)),
        () => as(sql, person, (by) => by`delete from storage.objects`.then(rejectNone)),
        () => as(sql, person, (by) => by`select from storage.objects`.then(rejectNone)),
        () => as(sql, person, (by) => by`select from storage.buckets`.then(rejectNone)),
      ]) {
        await expect(statement()).rejects.toMatchObject({ code: '42501' })
      }
    }
  })

  test('the database denies editors to delete files', async () => {
    await add(null)
    const editor = await signIn(sql, 'editor')
    expect((await as(sql, editor, (by) => by`select from storage.objects`)).count).toBeGreaterThan(0)
    expect((await as(sql, editor, (by) => by`delete from storage.objects`)).count).toBe(0)
  })

  test('the database denies staff files of another owner or in another bucket', async () => {
    const staff = await signIn(sql, 'admin')
    await sql`insert into storage.buckets (id, name) values ('others', 'others')`
    await add(null, 'others')
    const insert = (bucket: string, owner: string | null) =>
      as(
        sql,
        staff,
        (by) => by`insert into storage.objects (bucket_id, name, owner_id) values (${bucket}, 'x', ${owner})`,
      )
    await expect(insert('notices', randomUUID())).rejects.toMatchObject({ code: '42501' })
    await expect(insert('notices', null)).rejects.toMatchObject({ code: '42501' })
    await expect(insert('others', staff.claims.sub ?? '')).rejects.toMatchObject({ code: '42501' })
    const visible = await as(sql, staff, async (by) => [
      ...(await by`select distinct bucket_id as bucket from storage.objects`),
    ])
    expect(visible).toEqual([{ bucket: 'notices' }])
    expect((await as(sql, staff, (by) => by`delete from storage.objects where bucket_id = 'others'`)).count).toBe(0)
  })
})

/** Row-level security hides rows instead of rejecting the statement: no rows count as denied. */
function rejectNone(result: { count: number }): never {
  expect(result.count).toBe(0)
  throw Object.assign(new Error('no rows'), { code: '42501' })
}

function resigned(token: string): string {
  const signed = token.split('.').slice(0, 2).join('.')
  return `${signed}.${createHmac('sha256', 'another secret of at least 32 letters').update(signed).digest('base64url')}`
}
