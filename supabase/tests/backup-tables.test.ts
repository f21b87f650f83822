import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backUp, readManifest, restore } from '#backend/backup/backup.ts'
import { findTables } from '#backend/backup/found-tables.ts'
import { folderStore } from '#backend/storage/folder-store.ts'
import { newFolder } from './running-backend.ts'
import { noProvision } from './start-schema.ts'
import { makeDatabase } from './test-database.ts'

const store = folderStore(newFolder())

test.each(['unmigrated', 'earlier', 'migrated'] as const)(
  'every table of the template "%s" belongs to the portal',
  async (template) => {
    const { sql } = await makeDatabase(template)
    await sql`create schema if not exists supabase_migrations`
    await sql`create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`
    const { own, others } = await findTables(sql)
    expect(others).toEqual([])
    expect(own.length).toBeGreaterThan(template === 'unmigrated' ? 3 : 50)
  },
)

test('tables of others are left out of a backup, and skipped in one of an earlier version, which saved them', async () => {
  const { sql, url } = await makeDatabase('migrated')
  await sql`create table public.ops_notes (id serial primary key, t text)`
  await sql`create schema shop`
  await sql`create table shop."Orders" (id int)`
  await sql`insert into public.ops_notes (t) values ('one')`
  await sql`insert into supabase_migrations.schema_migrations (version, name) values ('20261128000000', 'of_an_operator')`
  const folder = join(newFolder(), 'backup')
  const saved = await backUp(folder, { databaseUrl: url, store, secretsFile: null })
  expect(saved.leftOut).toEqual(['public.ops_notes', 'shop.Orders'])
  expect(saved.tables.filter(({ name }) => /notes|Orders/.test(name))).toEqual([])
  expect(saved.sequences.filter(({ name }) => name.startsWith('ops_'))).toEqual([])

  // As an earlier version saved them.
  const file = join(folder, 'backup.json')
  const { leftOut: _, ...earlier } = JSON.parse(readFileSync(file, 'utf8'))
  const known = earlier.tables.find(({ name }: { name: string }) => name === 'categories')
  renameSync(join(folder, 'tables', 'public.categories.gz'), join(folder, 'tables', 'public.ops_notes.gz'))
  earlier.tables = earlier.tables.map((table: object) => (table === known ? { ...known, name: 'ops_notes' } : table))
  earlier.sequences.push({ schema: 'public', name: 'ops_notes_id_seq', value: '1' })
  writeFileSync(file, JSON.stringify(earlier))
  const target = await makeDatabase('unmigrated')
  await target.sql`create table public.ops_notes (id int)`
  await target.sql`insert into public.ops_notes values (7)`
  const restored = await restore(folder, await readManifest(folder), {
    databaseUrl: target.url,
    lite: noProvision,
    store,
  })
  expect(restored.skipped).toEqual(['public.ops_notes'])
  expect(restored.tables).toHaveLength(saved.tables.length - 1)
  expect([...(await target.sql`select id from public.ops_notes`)]).toEqual([{ id: 7 }])
})
