import { expect, test } from 'vitest'
import { deleteOldRows } from '#backend/retention.ts'
import { openBackgroundConnections } from '#backend/database/server-connections.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { admin, runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { client } = await runBackend(database)
const visitor = client()
const staff = client()
await staff.auth.signInWithPassword(admin)

let last = 0
async function addDraft(table = 'jobs', fields: Record<string, unknown> = {}): Promise<number> {
  const row = { title: 'A draft', slug: `draft-${(last += 1)}`, plan: sql.json({ state: 'draft' }), ...fields }
  const [stored] = await sql`insert into ${sql(table)} ${sql(row as never)} returning id`
  return Number(stored?.['id'])
}
async function linkTo(id: number, table = 'jobs'): Promise<{ token: string; expires_at: string }> {
  const { data, error } = await staff.rpc('create_preview', { content_table: table, record_id: id })
  expect(error).toBe(null)
  return data as { token: string; expires_at: string }
}
const preview = async (token: string) => (await visitor.rpc('preview_notice', { token })).data as object

test.each(CONTENT_KINDS)('a visitor with the link reads a draft of $table as it will be shown', async ({ table }) => {
  const id = await addDraft(table, { status: 'Start' })
  const { token, expires_at } = await linkTo(id, table)
  expect(token).toMatch(/^[0-9a-f]{32}$/)
  expect(Math.abs(Date.parse(expires_at) - Date.now() - 7 * 86_400_000)).toBeLessThan(120_000)
  const reply = await preview(token)
  expect(reply).toMatchObject({ content_table: table, notice: { id, title: 'A draft', status: 'Start' }, siblings: [] })
  expect((await visitor.from(table).select('id').eq('id', id)).data).toEqual([])
})

test('only the hash of a secret is stored, and every link has its own', async () => {
  const id = await addDraft()
  const [one, other] = [await linkTo(id), await linkTo(id)]
  expect(one.token).not.toBe(other.token)
  const stored = JSON.stringify(
    await sql`select previews.*, encode(token_hash, 'escape') from notice_previews as previews`,
  )
  expect(stored).not.toContain(one.token)
  const [found] =
    await sql`select count(*)::int as n from notice_previews where token_hash = sha256(${one.token}::bytea)`
  expect(found?.['n']).toBe(1)
})

test('unknown, expired, ended and orphaned links are answered alike', async () => {
  const [id, deleted] = [await addDraft(), await addDraft()]
  const expired = await linkTo(id)
  await sql`update notice_previews set expires_at = now() - interval '1 second'`
  const ended = await linkTo(id)
  expect((await staff.rpc('end_previews', { content_table: 'jobs', record_id: id })).error).toBe(null)
  const orphaned = await linkTo(deleted)
  await sql`delete from jobs where id = ${deleted}`
  const replies = [expired.token, ended.token, orphaned.token, '0'.repeat(32), '', 'x\u0001'].map(preview)
  expect(await Promise.all(replies)).toEqual(replies.map(() => ({})))
})

test('the link leads to the notice once it is public, and back to the preview when it is hidden again', async () => {
  const id = await addDraft('jobs', { slug: 'soon-public' })
  const { token } = await linkTo(id)
  await sql`update jobs set plan = '{"state": "published"}' where id = ${id}`
  expect(await preview(token)).toEqual({ content_table: 'jobs', moved_to: 'soon-public' })
  await sql`update jobs set status = 'inactive' where id = ${id}`
  expect(await preview(token)).toMatchObject({ notice: { id } })
})

test('visitors make and end no links, and staff make none to what is not there', async () => {
  const id = await addDraft()
  const about = { content_table: 'jobs', record_id: id }
  expect((await visitor.rpc('create_preview', about)).status).toBe(401)
  expect((await visitor.rpc('end_previews', about)).status).toBe(401)
  expect((await staff.rpc('create_preview', { ...about, record_id: 0 })).status).toBe(400)
  expect((await staff.rpc('create_preview', { ...about, content_table: 'profiles' })).status).toBe(400)
})

test('a view of a secret address is not counted, and links that have ended are deleted', async () => {
  const view = (page: string) => visitor.from('analytics_events').insert({ event_type: 'page_view', page })
  expect((await view('/preview/0123')).status).toBe(201)
  expect((await view('/previews')).status).toBe(201)
  expect(await sql`select page from analytics_events`).toEqual([{ page: '/previews' }])
  await linkTo(await addDraft())
  await sql`update notice_previews set expires_at = now() - interval '1 second'`
  await linkTo(await addDraft())
  const server = openBackgroundConnections(database.url)
  await deleteOldRows(server)
  await server.end()
  expect((await sql`select from notice_previews`).count).toBe(1)
})
