import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { clientKinds, listen, until } from './realtime-client.ts'
import { admin, runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { url, backend, client } = await runBackend(database)
const { data: staff } = await client().auth.signInWithPassword(admin)
const staffToken = staff.session?.access_token ?? ''
const publicJobs = { event: '*', schema: 'public', table: 'jobs' }

/** No test hears of what the one before it did. */
beforeEach(async () => {
  const slug = randomUUID()
  let isRead = false
  const stop = backend.feed.listen({
    changed: (changes) => (isRead ||= changes.some(({ record }) => record?.includes(slug))),
    lost: () => {},
  })
  await sql`delete from jobs`
  await sql`insert into recruitments (title, slug) values ('Marker', ${slug})`
  await until(() => isRead)
  stop()
})

describe.each(clientKinds)('the official client %s', (kind) => {
  test('hears of rows that are added, changed and deleted', async () => {
    const listener = await listen(publicJobs, { url, kind })
    expect(listener.statuses).toEqual(['SUBSCRIBED'])
    expect(listener.system).toEqual([
      { message: 'Subscribed to PostgreSQL', status: 'ok', extension: 'postgres_changes', channel: 'changes' },
    ])
    const [row] = await sql`insert into jobs (title, slug, total_posts, selection_process, age_relaxation, exam_date)
      values ('Clerk', 'clerk', 12, '["Written test"]', true, '2026-12-31') returning id`
    await sql`update jobs set title = 'Senior clerk'`
    await sql`delete from jobs`
    await listener.until(({ heard }) => heard.length === 3)

    const [inserted, updated, deleted] = listener.heard
    const facts = { schema: 'public', table: 'jobs', errors: null, wish: 0 }
    const read = (await client().from('jobs').select().limit(0)).error
    expect(read).toBeNull()
    expect(inserted).toMatchObject({ ...facts, eventType: 'INSERT', old: {} })
    expect(inserted?.new).toMatchObject({
      id: Number(row?.['id']),
      title: 'Clerk',
      total_posts: 12,
      selection_process: ['Written test'],
      age_relaxation: true,
      exam_date: '2026-12-31',
      status: 'active',
      apply_link: null,
    })
    expect(updated).toMatchObject({ ...facts, eventType: 'UPDATE', old: { id: inserted?.new['id'] } })
    expect(updated?.new).toMatchObject({ title: 'Senior clerk', total_posts: 12 })
    expect(deleted).toMatchObject({ ...facts, eventType: 'DELETE', new: {}, old: { id: inserted?.new['id'] } })
    expect(Object.keys(deleted?.old ?? {})).toEqual(['id'])
    for (const { commit_timestamp: time } of listener.heard) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(10_000)
    }
  })

  test('as staff hears of drafts, and as a visitor does not', async () => {
    const visitor = await listen(publicJobs, { url, kind })
    const editor = await listen(publicJobs, { url, kind, token: staffToken })
    await sql`insert into jobs (title, slug, status) values ('Draft', 'draft', 'inactive')`
    await sql`update jobs set status = 'active'`
    await sql`update jobs set title = 'Published'`
    await sql`update jobs set status = 'inactive'`
    await sql`update jobs set title = 'Withdrawn'`
    await sql`delete from jobs`
    await sql`insert into jobs (title, slug) values ('Last', 'last')`
    for (const listener of [visitor, editor]) await listener.until(({ heard }) => heard.at(-1)?.new['title'] === 'Last')
    expect(editor.heard.map(({ eventType }) => eventType).join(' ')).toBe(
      'INSERT UPDATE UPDATE UPDATE UPDATE DELETE INSERT',
    )
    expect(visitor.heard.map((change) => [change.eventType, change.new['title']])).toEqual([
      ['INSERT', 'Draft'],
      ['UPDATE', 'Published'],
      ['DELETE', undefined],
      ['INSERT', 'Last'],
    ])
  })
})
