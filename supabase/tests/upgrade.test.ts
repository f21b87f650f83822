import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { findTables } from '#backend/backup/found-tables.ts'
import { runMigration, type Migration } from '#backend/database/apply-migrations.ts'
import { migrate } from '#backend/database/migrate.ts'
import { CONTENT_TABLES } from '#domain/content/registry.ts'
import { loadSampleData } from '#supabase/sample-data/load-sample-data.ts'
import { StartupError } from '#backend/startup-error.ts'
import { upgradeFirstSchema } from '#backend/database/upgrade-first-schema.ts'
import { describeSchema } from './describe-schema.ts'
import { contentTables } from './specified-columns.ts'
import { REPLACED, startSchema } from './start-schema.ts'
import { makeDatabase, sampleNow, type TestDatabase } from './test-database.ts'

/** The migrations of the first schema, as they were released. */
const firstSchema: Migration[] = JSON.parse(
  gunzipSync(readFileSync(new URL('first-schema.json.gz', import.meta.url))).toString(),
)

/** What a start reports first that upgrades the first schema; further migrations may follow. */
const upgradeLines = ['Database schema: upgraded from the version of 21 November 2026', REPLACED]

/** @returns a database as the versions with the first schema left it, after as many of its migrations */
async function makeFirstSchema(count = firstSchema.length): Promise<TestDatabase> {
  const database = await makeDatabase('unmigrated')
  await database.sql`create schema supabase_migrations`
  await database.sql`create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`
  for (const each of firstSchema.slice(0, count)) await database.sql.begin((by) => runMigration(by, each))
  return database
}

/** Loads the sample data where the columns and kinds of later migrations are missing. */
async function loadEarlierSampleData(sql: postgres.Sql): Promise<void> {
  const { sql: present } = await makeDatabase('migrated')
  const columnsOf = async (by: postgres.Sql, table: string) => {
    const columns = await by<{ name: string }[]>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`
    return columns.map(({ name }) => name)
  }
  const later: [table: string, column: string][] = []
  const laterKinds: string[] = []
  for (const table of CONTENT_TABLES) {
    const known = new Set(await columnsOf(sql, table))
    if (known.size === 0) {
      await sql`create table ${sql(table)} ()`
      laterKinds.push(table)
    }
    for (const column of await columnsOf(present, table)) if (!known.has(column)) later.push([table, column])
  }
  for (const [table, column] of later) await sql`alter table ${sql(table)} add column ${sql(column)} jsonb`
  await loadSampleData(sql, sampleNow)
  for (const [table, column] of later) await sql`alter table ${sql(table)} drop column ${sql(column)}`
  for (const table of laterKinds) await sql`drop table ${sql(table)}`
}

/** Makes a row in every table that the sample data leaves empty. */
async function use(sql: postgres.Sql): Promise<void> {
  await loadEarlierSampleData(sql)
  await sql`update jobs set slug = 'another-slug' where id = 3`
  await sql`delete from results where id = 4`
  await sql`update admit_cards set status = 'inactive' where id = 2`
  await sql`delete from search_words where written = 'UP'`
  await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'a@example.org')`
  await sql`insert into profiles (id, role) select id, 'admin' from auth.users`
  await sql`insert into newsletter_subscribers (email) values ('b@example.org')`
  await sql`insert into analytics_events (event_type, page) values ('page_view', '/jobs'), ('page_view', '/jobs/another-slug')`
  await sql`insert into contact_messages (name, email, subject, message) values ('A', 'a@example.org', 'B', 'C')`
  await sql`insert into sign_in_attempts (key, attempts, until) values ('hash', 2, now())`
  await sql`insert into storage.objects (bucket_id, name) values ('notices', 'a.pdf')`
  await sql`insert into push_subscriptions (endpoint, p256dh, auth) values ('https://fcm.googleapis.com/x', 'key', 'secret')`
  await sql`select push.count_call('caller', '1 minute', 5), push.pause('https://fcm.googleapis.com', 60),
    push.queue(null, 'key', '{"title": "A", "body": "B", "category": "newJobs", "url": "/"}')`
  await sql`insert into push.retries values (1, 1, now(), 2)`
  await sql`insert into feed.delivered (position) values (pg_current_snapshot())`
}

/** @returns the rows of every table that are not derived from others */
async function allRows(sql: postgres.Sql): Promise<Map<string, object[]>> {
  const tables = await sql<{ name: string }[]>`select relnamespace::regnamespace || '.' || relname as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'push', 'feed', 'outbox', 'storage')
      and oid::regclass::text <> 'outbox.identity'`
  const rows = new Map<string, object[]>()
  for (const { name } of tables) {
    const found = await sql.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(listed) as row from ${name} as listed order by to_jsonb(listed) -> 'id', listed::text`,
    )
    rows.set(
      name.replace(/^feed\./, 'outbox.'),
      // The upgrade renames one column.
      found.map(({ row: { place, ...row } }) => (place === undefined ? row : { ...row, sequence: place })),
    )
  }
  return rows
}

test('a start upgrades a database of the first schema to the present one, and no row changes', async () => {
  const database = await makeFirstSchema()
  const { sql } = database
  await use(sql)
  const before = await allRows(sql)
  expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([])

  expect((await startSchema(database)).slice(0, 2)).toEqual(upgradeLines)

  // Tables of later migrations are empty, and columns that they add are derived or empty. Later search words are added.
  const after = await allRows(sql)
  for (const [name, present] of after) {
    const former = before.get(name) ?? []
    const rows = name === 'public.search_words' ? present.slice(0, former.length) : present
    expect([name, rows.length]).toEqual([name, former.length])
    expect(rows).toMatchObject(former)
  }
  expect([...before.keys()].filter((name) => !after.has(name))).toEqual([])
  expect(await describeSchema(sql)).toEqual(await describeSchema((await makeDatabase('migrated')).sql))
  expect(await sql`select content_table, notices::int from published.notice_counts order by 1`).toEqual(
    await Promise.all(
      contentTables.toSorted().map(async (table) => {
        const [row] = await sql`select ${table} as content_table, count(*)::int as notices from ${sql(table)}
          where status is distinct from 'inactive'`
        return row
      }),
    ),
  )
  expect((await findTables(sql)).others, 'tables that a backup leaves out').toEqual([])
  expect(await sql`select rules.count_page_views(10) as views`).toEqual([{ views: 1 }])
  expect(await sql`select view_count::int from jobs where id = 3`).toEqual([{ view_count: 1 }])
  const [found] = await sql`select search_notices('railway') -> 'totalFound' as total`
  expect(found?.['total']).toBeGreaterThan(5)
})

test('an upgraded database is a migrated one: the next start changes nothing', async () => {
  const database = await makeFirstSchema()
  await startSchema(database)
  expect(await startSchema(database)).toEqual([])
  expect(await migrate(database.sql)).toEqual({ earlier: null, applied: [] })
  const first = firstSchema.map(({ version }) => version)
  expect(
    await database.sql`select from supabase_migrations.schema_migrations where version in ${database.sql(first)}`,
  ).toEqual([])
})

test('a database with the one later migration of the first schema is upgraded too', async () => {
  const database = await makeFirstSchema()
  await database.sql.begin((by) =>
    runMigration(by, {
      version: '20261123100000',
      name: 'push_categories',
      sql: `alter table push.notifications drop constraint notifications_category_check,
        add constraint notifications_category_check check (category ~ '^[A-Za-z]{1,40}$')`,
    }),
  )
  expect((await startSchema(database)).slice(0, 2)).toEqual(upgradeLines)
  expect(await startSchema(database)).toEqual([])
})

test('two servers that start at the same time upgrade the database once', async () => {
  const database = await makeFirstSchema()
  const reported = await Promise.all([startSchema(database), startSchema(database)])
  expect(reported.flat().slice(0, 2)).toEqual(upgradeLines)
  expect(reported.filter((lines) => lines.length === 0)).toHaveLength(1)
})

test('an upgrade that fails changes nothing', async () => {
  const database = await makeFirstSchema()
  await database.sql`create schema outbox`
  const before = await describeSchema(database.sql)
  await expect(startSchema(database)).rejects.toThrow(
    /^The database schema cannot be upgraded: schema "outbox" already exists\.$/,
  )
  expect(await describeSchema(database.sql)).toEqual(before)
})

test('an incomplete first schema is rejected with one sentence', async () => {
  const { sql } = await makeFirstSchema(20)
  const failure = upgradeFirstSchema(sql)
  await expect(failure).rejects.toBeInstanceOf(StartupError)
  await expect(failure).rejects.toThrow(
    'The database schema is of 20261121, which this version cannot upgrade: start the last version that contains supabase/migrations/20261121170000_notice_counts.sql once, then this one.',
  )
})

test('a database without the first schema is left alone', async () => {
  expect(await upgradeFirstSchema((await makeDatabase('unmigrated')).sql)).toBe(false)
  expect(await upgradeFirstSchema((await makeDatabase('migrated')).sql)).toBe(false)
})
