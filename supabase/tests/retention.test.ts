import { expect, test } from 'vitest'
import { deleteOldRows } from '#backend/retention.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { advisoryLocks } from '#backend/database/advisory-locks.ts'
import { openBackgroundConnections } from '#backend/database/server-connections.ts'
import { admin, runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const addViews = (sql: Awaited<ReturnType<typeof makeDatabase>>['sql'], page: string, at: string, count = 1) =>
  sql`insert into analytics_events (event_type, page, created_at)
      select 'page_view', ${page}, ${at}::timestamptz from generate_series(1, ${count}::int)`

/** Half past midnight in India, which is the day before in Greenwich. */
const OLD = '2026-03-02T00:30:00+05:30'

async function openDatabase() {
  const database = await makeDatabase('migrated')
  const server = openBackgroundConnections(database.url)
  return {
    ...database,
    server,
    days: () => database.sql`select day::text, kind, views::int from page_view_days order by kind`,
  }
}

test('page views of more than 90 days become numbers of their day and kind, others stay', async () => {
  const { sql, server, days } = await openDatabase()
  const folders = CONTENT_KINDS.flatMap((kind) =>
    [...new Set([kind.listPath, kind.detailFolder, ...kind.otherFolders])].map((folder) => ({
      kind: kind.table,
      folder,
    })),
  )
  for (const { folder } of folders) {
    await addViews(sql, folder, OLD)
    await addViews(sql, `${folder}/a-notice`, OLD)
  }
  for (const page of ['/', '/contact', '/jobs.php', '/admit_cards_']) await addViews(sql, page, OLD)
  await sql`insert into analytics_events (event_type, page, created_at)
            values ('page_view', '/', now() - interval '89 days'), ('page_view', '/', now())`
  await deleteOldRows(server)
  const expected = new Map<string, number>([
    ['home', 1],
    ['other', 3],
  ])
  for (const { kind } of folders) expected.set(kind, (expected.get(kind) ?? 0) + 2)
  expect(await days()).toEqual(
    [...expected]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([kind, views]) => ({ day: '2026-03-02', kind, views })),
  )
  expect((await sql`select from analytics_events`).count).toBe(2)
  await server.end()
})

test('page views before the newest hundred million become numbers of their day, whatever their age', async () => {
  const { sql, server, days } = await openDatabase()
  const add = (id: number, page: string) => sql`
    insert into analytics_events (id, event_type, page, created_at) overriding system value
    values (${id}, 'page_view', ${page}, date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata')`
  for (const [id, page] of [
    [1, '/jobs'],
    [2, '/jobs'],
    [3, '/results'],
    [100_000_002, '/'],
  ] as const)
    await add(id, page)
  await deleteOldRows(server)
  expect((await sql`select page from analytics_events order by id`).map(({ page }) => page)).toEqual(['/results', '/'])
  expect((await days()).map(({ kind, views }) => ({ kind, views }))).toEqual([{ kind: 'jobs', views: 2 }])
  await server.end()
})

test('two servers that delete more than one batch at the same time count every view once', async () => {
  const { sql, server, days } = await openDatabase()
  await addViews(sql, '/jobs', OLD, 12_000)
  await sql`insert into page_view_days values ('2026-03-02', 'jobs', 5)`
  await Promise.all([deleteOldRows(server), deleteOldRows(server)])
  await deleteOldRows(server)
  expect(await days()).toEqual([{ day: '2026-03-02', kind: 'jobs', views: 12_005 }])
  expect((await sql`select from analytics_events`).count).toBe(0)
  await server.end()
})

test('a server deletes, by itself, what is of no use any more, and admins read the numbers', async () => {
  const database = await makeDatabase('migrated')
  const { sql } = database
  await addViews(sql, '/results/a', OLD, 7)
  await sql`insert into sign_in_attempts values ('old', 3, now() - interval '25 hours'), ('new', 3, now() - interval '23 hours')`
  for (const [endpoint, active] of [
    ['https://push.example/old', false],
    ['https://push.example/active', true],
  ] as const) {
    await sql`insert into push_subscriptions (endpoint, p256dh, auth, is_active, updated_at)
              values (${endpoint}, 'k', 'a', ${active}, now() - interval '91 days')`
  }
  await sql`insert into push_subscriptions (endpoint, p256dh, auth, is_active)
            values ('https://push.example/new', 'k', 'a', false)`
  await sql`insert into auth.audit_log_entries (id, payload, created_at)
            values (gen_random_uuid(), '{"action":"old"}', now() - interval '366 days'),
                   (gen_random_uuid(), '{"action":"new"}', now() - interval '364 days')`
  const { client } = await runBackend(database)
  await expect.poll(async () => (await sql`select from push_subscriptions`).count, { timeout: 30_000 }).toBe(2)
  expect(await sql`select endpoint from push_subscriptions order by 1`).toEqual([
    { endpoint: 'https://push.example/active' },
    { endpoint: 'https://push.example/new' },
  ])
  expect(await sql`select key from sign_in_attempts where key in ('old', 'new')`).toEqual([{ key: 'new' }])
  const events = () =>
    sql`select payload->>'action' as action from auth.audit_log_entries where payload->>'action' in ('old', 'new')`
  await expect.poll(events).toEqual([{ action: 'new' }])
  const staff = client()
  await staff.auth.signInWithPassword(admin)
  expect((await staff.from('page_view_days').select('*')).data).toEqual([
    { day: '2026-03-02', kind: 'results', views: 7 },
  ])
  expect((await client().from('page_view_days').select('*')).status).toBe(401)
})

test('what fails to be deleted does not hold up the rest, and is reported', async () => {
  const { sql, server } = await openDatabase()
  await addViews(sql, '/jobs', OLD)
  await sql`insert into sign_in_attempts values ('old', 3, now() - interval '25 hours')`
  await sql`insert into push_subscriptions (endpoint, p256dh, auth, is_active, updated_at)
            values ('https://push.example/old', 'k', 'a', false, now() - interval '91 days')`
  for (const name of ['delete_page_views', 'delete_push_lists']) await sql.unsafe(`drop function rules.${name}`)
  await expect(deleteOldRows(server)).rejects.toThrow(
    /^delete_page_views: .*does not exist; delete_push_lists: .*does not exist$/,
  )
  expect((await sql`select from sign_in_attempts`).count).toBe(0)
  expect((await sql`select from push_subscriptions`).count).toBe(0)
  expect((await sql`select from analytics_events`).count).toBe(1)
  await server.end()
})

test('rows are deleted also while files are uploaded', async () => {
  const { sql, server } = await openDatabase()
  await addViews(sql, '/jobs', OLD)
  await sql.begin(async (upload) => {
    await upload`select pg_advisory_xact_lock_shared(${advisoryLocks.storeIdentity})`
    await deleteOldRows(server)
  })
  expect((await sql`select from analytics_events`).count).toBe(0)
  await server.end()
})
