import { expect, test } from 'vitest'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { admin, runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { client, backend, settled } = await runBackend(database)
const staff = client()
await staff.auth.signInWithPassword(admin)

const CHECKED = '2026-11-22T10:00:00+00:00'

test.each(CONTENT_KINDS)(
  'a check of a notice of $table is no change of it, but the outbox delivers it',
  async ({ table }) => {
    const [added] = await sql`insert into ${sql(table)} (title, slug) values ('Checked', 'checked') returning id`
    const id = Number(added?.['id'])
    const version = () => sql`select updated_at::text from ${sql(table)} where id = ${id}`
    const before = await version()
    await settled()
    const received: string[] = []
    const stop = backend.outbox.subscribe({
      onChanges: (changes) =>
        received.push(...changes.map((change) => `${change.table} ${change.kind} ${change.record}`)),
      onGap: () => {},
    })
    const { data } = await staff.from(table).update({ checked_at: CHECKED }).eq('id', id).select('checked_at')
    await settled()
    stop()
    expect(data).toEqual([{ checked_at: CHECKED }])
    expect(await version()).toEqual(before)
    const own = received.filter((change) => change.startsWith(`${table} UPDATE`))
    expect(own).toHaveLength(1)
    expect(own[0]).toContain(`"checked_at": "${CHECKED}"`)
  },
)

test('a change that also checks is received once, and changes the version', async () => {
  const [row] = await sql`insert into jobs (title, slug) values ('Both', 'both') returning id, updated_at::text`
  await settled()
  let changes = 0
  const stop = backend.outbox.subscribe({
    onChanges: (received) => (changes += received.filter(({ table }) => table === 'jobs').length),
    onGap: () => {},
  })
  await sql`update jobs set title = 'Both at once', checked_at = now() where id = ${row?.['id']}`
  await settled()
  stop()
  expect(changes).toBe(1)
  expect(await sql`select from jobs where id = ${row?.['id']} and updated_at::text = ${row?.['updated_at']}`).toEqual(
    [],
  )
})

test('visitors read when a notice was checked, and cannot write it', async () => {
  await sql`insert into jobs (title, slug, checked_at) values ('Read', 'read', ${CHECKED})`
  const visitor = client()
  const { data } = await visitor.from('jobs').select('id, checked_at').eq('slug', 'read').single()
  expect(data?.checked_at).toBe(CHECKED)
  expect((await visitor.from('jobs').update({ checked_at: null }).eq('id', data?.id)).status).toBe(401)
})
