import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { backUp, readManifest, restore } from '#backend/backup/backup.ts'
import { migrate } from '#backend/database/migrate.ts'
import { folderStore } from '#backend/storage/folder-store.ts'
import { loadSampleData } from '#supabase/sample-data/load-sample-data.ts'
import { describeSchema } from './describe-schema.ts'
import { newFolder } from './running-backend.ts'
import { noProvision, REPLACED, startSchema } from './start-schema.ts'
import { LAST_EARLIER_MIGRATION, makeDatabase, sampleNow, type TestDatabase } from './test-database.ts'

/** @returns a database as a server of an earlier version left it */
async function makeEarlier(version: string): Promise<TestDatabase> {
  const database = await makeDatabase('unmigrated')
  await migrate(database.sql, version)
  return database
}

/** @returns the rows of every table, without the times of migrations and what is random in each database */
async function allRows(sql: postgres.Sql): Promise<[table: string, rows: string[]][]> {
  const tables = await sql<{ name: string }[]>`select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema$|auth$|supabase_migrations$)'
      and oid::regclass::text <> 'outbox.identity' order by 1`
  return Promise.all(
    tables.map(async ({ name }): Promise<[string, string[]]> => {
      const rows = await sql.unsafe<{ row: string }[]>(
        `select (to_jsonb(listed) - '{created_at,updated_at}'::text[])::text as row from ${name} as listed order by 1`,
      )
      return [name, rows.map(({ row }) => row)]
    }),
  )
}

test.each(['20261122100000', '20261126160300', '20261127170300'])(
  'a database with the migrations up to %s becomes one with those by subject',
  async (version) => {
    const database = await makeEarlier(version)
    const present = await makeDatabase('migrated')
    expect(await startSchema(database)).toContain(REPLACED)
    expect(await describeSchema(database.sql)).toEqual(await describeSchema(present.sql))
    expect(await allRows(database.sql)).toEqual(await allRows(present.sql))
    expect(await startSchema(database)).toEqual([])
  },
)

test('the rows of an earlier version stay, and are those that the migrations by subject would have made', async () => {
  const database = await makeDatabase('earlier')
  const { sql } = database
  await loadSampleData(sql, sampleNow)
  const before = await allRows(sql)
  // Later migrations may change rows, for example by a column that they add.
  expect((await migrate(sql, '20261210011900')).earlier?.areReplaced).toBe(true)
  expect(await allRows(sql)).toEqual(before)

  await startSchema(database)
  const derived = async ({ sql }: TestDatabase) =>
    (await allRows(sql)).filter(([table]) => /^(search|published|content)\./.test(table))
  const present = await derived(await makeDatabase('sample'))
  expect(present.map(([table, { length }]) => `${table} ${length > 0}`)).toContain('search.entries true')
  expect(await derived(database)).toEqual(present)
})

test('the migrations by subject are recorded, and no others', async () => {
  const { sql } = await makeDatabase('earlier')
  await migrate(sql)
  const files = readdirSync(new URL('../migrations/', import.meta.url)).map((file) => file.slice(0, 14))
  const recorded =
    await sql`select version from supabase_migrations.schema_migrations where version > ${LAST_EARLIER_MIGRATION} order by 1`
  expect(recorded.map(({ version }) => version)).toEqual(files.sort())
})

test('a server of the earlier version finds its migrations recorded as before', async () => {
  const database = await makeDatabase('earlier')
  const earlier = () => database.sql`select version, name, statements from supabase_migrations.schema_migrations
    where version <= ${LAST_EARLIER_MIGRATION} order by version`
  const before = await earlier()
  expect(before).toHaveLength(133)
  await startSchema(database)
  expect(await earlier()).toEqual(before)
})

test('two servers that migrate at the same time record the migrations by subject once', async () => {
  const { sql } = await makeDatabase('earlier')
  const done = await Promise.all([migrate(sql), migrate(sql)])
  const isLater = (file: string) => file > '20261210011900~' && file.endsWith('.sql')
  const later = readdirSync(join(import.meta.dirname, '../migrations')).filter(isLater)
  // They may apply them in turns: each one is applied once.
  const applied = done.flatMap((server) => server.applied).toSorted()
  expect(applied).toEqual(later.map((file) => file.replace(/^\d+_|\.sql$/g, '')).toSorted())
  const [recorded] = await sql`select count(*)::int as number from supabase_migrations.schema_migrations
    where version <= '20261210011900'`
  expect(recorded).toEqual({ number: 133 + 79 })
})

test('a new database on which the earlier version was started once goes on as before', async () => {
  const { sql } = await makeDatabase('unmigrated')
  await migrate(sql, '20261210000500')
  await sql`insert into supabase_migrations.schema_migrations (version, name) values ('20261122100000', 'roles')`
  const { earlier, applied } = await migrate(sql)
  expect([earlier, applied[0]]).toEqual([null, 'visible_changes'])
  expect(await describeSchema(sql)).toEqual(await describeSchema((await makeDatabase('migrated')).sql))
})

test('a migration that the owner of a portal has added among the earlier ones stays as it is', async () => {
  const database = await makeDatabase('earlier')
  const { sql } = database
  await sql`create table public.scholarships (id bigint primary key)`
  await sql`insert into supabase_migrations.schema_migrations (version, name) values ('20261128000000', 'scholarships')`
  expect(await startSchema(database)).toContain(REPLACED)
  expect(await startSchema(database)).toEqual([])
  expect(await sql`select name from supabase_migrations.schema_migrations where version = '20261128000000'`).toEqual([
    { name: 'scholarships' },
  ])
  expect(await sql`select from public.scholarships`).toEqual([])
})

test('an earlier migration that was changed is rejected, and nothing changes', async () => {
  const database = await makeDatabase('earlier')
  const { sql } = database
  await sql`update supabase_migrations.schema_migrations set statements = array['select 1'] where version = '20261122100300'`
  await expect(startSchema(database)).rejects.toThrow(
    'The database migration 20261122100300_outbox.sql was changed after it was applied: undo the change, and write a new migration instead.',
  )
  expect(await sql`select from supabase_migrations.schema_migrations`).toHaveLength(133)
})

test.each([
  ['by an earlier version', async () => []],
  ['after its migrations were replaced', startSchema],
])('a backup made %s is restored', async (_, prepare) => {
  const database = await makeDatabase('earlier')
  await database.sql`insert into jobs (title, slug) values ('Clerk', 'clerk'), ('Teacher', 'teacher')`
  await prepare(database)
  const jobs = (sql: postgres.Sql) => sql`select id, slug, updated_at from jobs order by id`
  const saved = await jobs(database.sql)
  expect(saved.map(({ slug }) => slug)).toEqual(['clerk', 'teacher'])
  const folder = join(newFolder(), 'backup')
  const store = folderStore(newFolder())
  await backUp(folder, { databaseUrl: database.url, store, secretsFile: null })

  const empty = await makeDatabase('unmigrated')
  await restore(folder, await readManifest(folder), { databaseUrl: empty.url, lite: noProvision, store })
  expect(await jobs(empty.sql)).toEqual(saved)
  expect(await describeSchema(empty.sql)).toEqual(await describeSchema((await makeDatabase('migrated')).sql))
  expect(await startSchema(empty)).toEqual([])
})
