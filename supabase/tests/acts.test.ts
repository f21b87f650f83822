import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const { sql, client } = await runBackend(await makeDatabase('migrated'))
const staff = client()
await staff.auth.signInWithPassword(admin)

const recorded = (slug: string) =>
  sql`select act, source, name from history.changes left join history.people on people.id = actor
       where coalesce(after, before) ->> 'slug' = ${slug} order by changes.id`

const add = async (by: SupabaseClient) => {
  const slug = randomUUID()
  const { error } = await by.from('organizations').insert({ name: slug, slug })
  expect(error).toBeNull()
  return slug
}

test('requests of one act are recorded as one, with their source and the name of the admin', async () => {
  const act = randomUUID()
  const by = client(undefined, { 'X-Act': act, 'X-Source': 'bulk' })
  await by.auth.signInWithPassword(admin)
  for (const slug of [await add(by), await add(by)])
    expect(await recorded(slug)).toEqual([{ act, source: 'bulk', name: admin.email }])

  const { data } = await by.rpc('undo_act', { act })
  expect(data).toMatchObject({ undone: 2, refused: [] })
  expect((data as { act: string }).act).not.toBe(act)
})

test('a request that names the act of somebody else is an act of its own, and is not undone with theirs', async () => {
  const act = randomUUID()
  const [mine, theirs] = [
    client(undefined, { 'X-Act': act, 'X-Source': 'form' }),
    client(keys.secretKey, { 'X-Act': act, 'X-Source': 'form' }),
  ]
  await mine.auth.signInWithPassword(admin)
  const [own, other] = [await add(mine), await add(theirs)]
  expect(await recorded(own)).toMatchObject([{ act }])
  expect((await recorded(other))[0]?.['act']).not.toBe(act)
  expect((await mine.rpc('undo_act', { act })).data).toMatchObject({ undone: 1, refused: [] })
  expect(await sql`select slug from organizations where slug in (${own}, ${other})`).toEqual([{ slug: other }])
})

test('the row that an act has added is named to its admin alone, also after it was changed or deleted', async () => {
  const act = randomUUID()
  const by = client(undefined, { 'X-Act': act })
  await by.auth.signInWithPassword(admin)
  const rowOf = async (caller: SupabaseClient, table_name = 'organizations') =>
    (await caller.rpc('row_of_act', { act, table_name })).data
  expect(await rowOf(staff)).toBe(null)
  const slug = await add(by)
  const [row] = await sql`select id::int from organizations where slug = ${slug}`
  const other = { email: 'other@suchana.example', password: admin.password }
  await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, aud, role, raw_app_meta_data, raw_user_meta_data)
    select gen_random_uuid(), ${other.email}, encrypted_password, now(), aud, role, raw_app_meta_data, raw_user_meta_data
      from auth.users where email = ${admin.email}`
  await sql`insert into profiles (id, role) select id, 'admin' from auth.users where email = ${other.email}`
  const colleague = client()
  expect((await colleague.auth.signInWithPassword(other)).error).toBeNull()
  expect(await rowOf(staff)).toBe(row?.['id'])
  expect(await rowOf(staff, 'jobs')).toBe(null)
  expect(await rowOf(colleague)).toBe(null)
  await by.from('organizations').update({ name: 'Changed' }).eq('slug', slug)
  expect(await rowOf(staff)).toBe(row?.['id'])
  await by.from('organizations').delete().eq('slug', slug)
  expect(await rowOf(staff)).toBe(row?.['id'])
})

test.each([
  [59, true],
  [61, false],
])('an act that began %i minutes ago takes further changes: %s', async (age, isOfAct) => {
  const [actor] = await sql`select id from auth.users where email = ${admin.email}`
  const [number, id] = [randomUUID(), actor?.['id'] as string]
  await sql`insert into history.changes (at, act, actor, source, table_name, row_id, operation)
    values (now() - make_interval(mins => ${age}), ${number}, ${id}, 'list', 'jobs', 1, 'update')`
  const late = client(undefined, { 'X-Act': number })
  await late.auth.signInWithPassword(admin)
  expect((await recorded(await add(late)))[0]?.['act'] === number).toBe(isOfAct)
})

test('other requests have an act of their own each, and come from another client', async () => {
  const [one, two] = [await recorded(await add(staff)), await recorded(await add(staff))]
  for (const rows of [one, two]) expect(rows).toMatchObject([{ source: 'api', name: admin.email }])
  expect(one[0]?.['act']).not.toBe(two[0]?.['act'])
  const withKey = await recorded(await add(client(keys.secretKey)))
  expect(withKey).toMatchObject([{ source: 'api', name: null }])
})

test.each([
  ['another source', { 'X-Source': 'server' }],
  ['a text', { 'X-Source': `form'; drop table jobs; --`, 'X-Act': `x'; drop table jobs; --` }],
  ['nothing', { 'X-Source': '', 'X-Act': '' }],
])('headers with %s are as none', async (_what, headers) => {
  const by = client(keys.secretKey, headers)
  const [one, two] = [await recorded(await add(by)), await recorded(await add(by))]
  for (const rows of [one, two]) expect(rows).toMatchObject([{ source: 'api' }])
  expect(one[0]?.['act']).not.toBe(two[0]?.['act'])
})

test.each([
  ['the secret key', () => client(keys.secretKey)],
  ['a visitor', () => client()],
  ['an admin', () => staff],
])('%s reaches the history by no address of the contract', async (_who, open) => {
  const by = open()
  for (const table of ['changes', 'people', 'history.changes']) {
    const { status } = await by.from(table).select('*')
    expect(status).toBe(404)
    expect((await by.from(table).delete().eq('id', 1)).status).toBe(404)
  }
  const { data } = await by.schema('history').from('changes').select('*')
  expect(data).toBeNull()
  const before = await sql`select count(*) from history.changes`
  await by.rpc('delete_history', { older_than: '0', most: 100 })
  await by.schema('history').from('changes').delete().eq('id', 1)
  expect(await sql`select count(*) from history.changes`).toEqual(before)
})

test.each([
  ['undo_act', { act: randomUUID() }],
  ['record_history', { table_name: 'jobs', row_id: 1 }],
  ['row_authors', { table_name: 'jobs', row_ids: [1] }],
  ['activity', {}],
  ['activity_people', {}],
  ['row_of_act', { act: randomUUID(), table_name: 'jobs' }],
])('%s answers staff, and neither visitors nor the secret key', async (call, parameters) => {
  expect((await staff.rpc(call, parameters)).status).toBe(200)
  expect((await client().rpc(call, parameters)).status).toBe(401)
  expect((await client(keys.secretKey).rpc(call, parameters)).status).toBe(403)
})
