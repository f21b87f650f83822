import type postgres from 'postgres'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openBackgroundConnections } from '#backend/database/server-connections.ts'
import { countViews } from '#backend/view-counts.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { admin, runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database

function connect(): postgres.Sql {
  const server = openBackgroundConnections(database.url)
  onTestFinished(() => server.end())
  return server
}

const view = (page: string, times = 1) =>
  sql`insert into analytics_events (event_type, page) select 'page_view', ${page} from generate_series(1, ${times}::int)`

const add = async (table: string, slug: string): Promise<number> => {
  const [row] = await sql`insert into ${sql(table)} (title, slug) values ('Viewed', ${slug}) returning id`
  return Number(row?.['id'])
}

const viewsOf = async (table: string, id: number): Promise<number> => {
  const [row] = await sql`select view_count from ${sql(table)} where id = ${id}`
  return Number(row?.['view_count'])
}

describe('view_count', () => {
  test.each(CONTENT_KINDS)(
    'a view of a notice of $table is counted once, by each address of the notice',
    async ({ table, detailFolder, otherFolders, listPath }) => {
      const [viewed, other] = [await add(table, 'viewed'), await add(table, 'other')]
      const folders = [...new Set([detailFolder, ...otherFolders])]
      for (const folder of folders) await view(`${folder}/viewed`, 2)
      for (const page of [
        listPath,
        `${listPath}/unknown`,
        `${detailFolder}/viewed/calendar.ics`,
        '/',
        '/contact/viewed',
      ])
        await view(page)
      await countViews(connect())
      await countViews(connect())
      expect([await viewsOf(table, viewed), await viewsOf(table, other)]).toEqual([2 * folders.length, 0])
      await view(`${detailFolder}/other`)
      await countViews(connect())
      expect([await viewsOf(table, viewed), await viewsOf(table, other)]).toEqual([2 * folders.length, 1])
      expect(await sql`select from rules.uncounted_views`).toHaveLength(0)
    },
  )

  test('a view of an old address is counted for the notice that has moved', async () => {
    const id = await add('jobs', 'before')
    await view('/jobs/before')
    await sql`update jobs set slug = 'afterwards' where id = ${id}`
    await view('/jobs/afterwards')
    await countViews(connect())
    expect(await viewsOf('jobs', id)).toBe(2)
  })

  test('views are counted once by two servers at the same time', async () => {
    const id = await add('results', 'crowded')
    await view('/results/crowded', 5_000)
    await Promise.all([countViews(connect()), countViews(connect())])
    await countViews(connect())
    expect(await viewsOf('results', id)).toBe(5_000)
  })

  test('views that a server was counting when it ended are counted by the next one', async () => {
    const id = await add('results', 'interrupted')
    await view('/results/interrupted', 7)
    const interrupted = sql.begin(async (by) => {
      const [row] = await by`select rules.count_page_views(100) as taken`
      expect(row).toEqual({ taken: 7 })
      await by`select pg_terminate_backend(pg_backend_pid())`
    })
    await expect(interrupted).rejects.toThrow(/CONNECTION_CLOSED|terminating connection/)
    expect(await viewsOf('results', id)).toBe(0)
    await countViews(connect())
    expect(await viewsOf('results', id)).toBe(7)
  })

  test('a counted view is not a change: neither for open pages and caches, nor for the search', async () => {
    const id = await add('jobs', 'quietly-viewed')
    const state = async () => [
      await sql`select updated_at from jobs where id = ${id}`,
      await sql`select entries.xmin, entries.* from search.entries join content.kinds using (priority)
        where name = 'jobs' and id = ${id}`,
      await sql`select from outbox.changes`,
    ]
    const before = await state()
    await view('/jobs/quietly-viewed')
    await countViews(connect())
    expect(await viewsOf('jobs', id)).toBe(1)
    expect(await state()).toEqual(before)
    await sql`update jobs set title = 'Changed' where id = ${id}`
    expect(await state()).not.toEqual(before)
  })
})

test('a server counts the views that visitors send, shows them to admins, and saves what they had opened before', async () => {
  const id = await add('syllabus', 'ssc-syllabus')
  await view('/syllabus/ssc-syllabus')
  const { client } = await runBackend(database)
  const staff = client()
  await staff.auth.signInWithPassword(admin)
  const read = async () => (await staff.from('syllabus').select('view_count, updated_at').eq('id', id).single()).data
  await expect.poll(async () => (await read())?.view_count).toBe(1)
  const opened = await read()
  const sent = await client()
    .from('analytics_events')
    .insert({ event_type: 'page_view', page: '/syllabus/ssc-syllabus' })
  expect(sent.status).toBe(201)
  // What a round does, without waiting for the next one of the server; while that runs, it does nothing.
  const sql = connect()
  const counted = async () => {
    await countViews(sql)
    return (await read())?.view_count
  }
  await expect.poll(counted).toBe(2)
  const saved = await staff
    .from('syllabus')
    .update({ subject: 'English' })
    .eq('id', id)
    .eq('updated_at', opened?.updated_at)
    .select('subject, view_count')
  expect(saved.data).toEqual([{ subject: 'English', view_count: 2 }])
})
