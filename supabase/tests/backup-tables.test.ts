import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { backUp, readManifest, restore } from '#backend/backup/backup.ts'
import { findTables } from '#backend/backup/found-tables.ts'
import { firstVersion } from '#backend/database/upgrade-first-schema.ts'
import type { FileStore } from '#backend/storage/file-store.ts'
import { folderStore } from '#backend/storage/folder-store.ts'
import { StorageError } from '#backend/storage/storage-error.ts'
import { STORAGE_BUCKET, storedName } from '#domain/stored-file.ts'
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

test('tables belong to the portal that are recorded without statements, or that staff edit', async () => {
  const { sql, url } = await makeDatabase('migrated')
  const count = (await findTables(sql)).own.length
  await sql`update supabase_migrations.schema_migrations set statements = null`
  await sql`create table public.tenders (
    id bigint generated always as identity primary key, created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(), title text not null, slug text not null unique)`
  await sql`select rules.prepare_table('tenders', 'true')`
  const { own, others } = await findTables(sql)
  expect(others).toEqual([])
  expect(own).toHaveLength(count + 1)
  await sql`create table public.quizzes (id bigint)`
  await sql`insert into content.kinds (name, priority, search_fields, list_searches_all_fields, card_fields, search_card)
    values ('quizzes', 999, '{}', false, '{}', '{}')`
  const saving = backUp(join(newFolder(), 'backup'), { databaseUrl: url, store, secretsFile: null })
  await expect(saving).rejects.toThrow('The table quizzes of a kind of notices would be left out of the backup')
})

test('a schema that this version has to upgrade first is not saved, because its backup could not be restored', async () => {
  const { sql, url } = await makeDatabase('unmigrated')
  await sql`create schema supabase_migrations`
  await sql`create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`
  await sql`insert into supabase_migrations.schema_migrations (version) values (${firstVersion})`
  const saving = backUp(join(newFolder(), 'backup'), { databaseUrl: url, store, secretsFile: null })
  await expect(saving).rejects.toThrow('start this version once first, which upgrades the database.')
})

/** A store with a file whose content fails, or never ends. */
function storeOf(pull: (controller: ReadableStreamDefaultController) => void | Promise<void>): FileStore {
  return { ...store, read: async () => ({ body: new ReadableStream({ pull }), size: 1 }) as never }
}

const storedFile = storedName('0'.repeat(64), 'pdf')

async function databaseWithFile() {
  const database = await makeDatabase('migrated')
  await database.sql`insert into storage.objects (bucket_id, name) values (${STORAGE_BUCKET}, ${storedFile})`
  await database.sql`insert into analytics_events (event_type, page)
    select 'page_view', '/' || md5(number::text) from generate_series(1, 20000) as number`
  return database
}

test.each([
  ['ENOSPC', /^The disk of .*backup is full: nothing was saved\./],
  ['EIO', /^The backup cannot be written to .*backup \(.*\): nothing was saved\.$/],
])('a backup that fails with %s leaves nothing and says so in a sentence', async (code, sentence) => {
  const { url } = await databaseWithFile()
  const parent = newFolder()
  const failing = storeOf((controller) => controller.error(Object.assign(new Error(code), { code, syscall: 'write' })))
  const saving = backUp(join(parent, 'backup'), { databaseUrl: url, store: failing, secretsFile: null })
  await expect(saving).rejects.toThrow(sentence)
  expect(readdirSync(parent)).toEqual([])
})

test('a storage that cannot be used ends a backup and a restore with a sentence', async () => {
  const { sql, url } = await databaseWithFile()
  const away: FileStore = { ...store, read: () => Promise.reject(StorageError.unavailable(new Error('no answer'))) }
  const saving = backUp(join(newFolder(), 'backup'), { databaseUrl: url, store: away, secretsFile: null })
  await expect(saving).rejects.toThrow('The storage of uploaded files cannot be used (no answer): nothing was saved.')

  const folder = join(newFolder(), 'backup')
  await store.put(storedFile, Buffer.from('%PDF'), 'application/pdf')
  await sql`update storage.objects set metadata = '{"mimetype": "application/pdf"}'`
  await backUp(folder, { databaseUrl: url, store, secretsFile: null })
  const target = {
    databaseUrl: (await makeDatabase('migrated')).url,
    lite: noProvision,
    store: folderStore('/proc/uploads'),
  }
  await expect(restore(folder, await readManifest(folder), target)).rejects.toThrow(
    "The storage of uploaded files cannot be used (ENOENT: no such file or directory, mkdir '/proc/uploads'): nothing was restored.",
  )
})

test.each(['tables', 'files'])(
  'a backup that is aborted while it saves %s ends at once and leaves nothing',
  async (part) => {
    const { url } = await databaseWithFile()
    const parent = newFolder()
    const endless = storeOf(() => new Promise<void>(() => {}))
    const stopping = new AbortController()
    const options = { databaseUrl: url, store: endless, secretsFile: null, signal: stopping.signal }
    const saving = backUp(join(parent, 'backup'), options)
    const reached = part === 'tables' ? ['tables', 'public.analytics_events.gz'] : ['files', storedFile]
    const saved = saving.catch(() => 'stopped')
    await vi.waitUntil(() => existsSync(join(parent, 'backup.partial', ...reached)), { timeout: 60_000, interval: 1 })
    stopping.abort()
    expect(await saved).toBe('stopped')
    expect(readdirSync(parent)).toEqual([])
  },
)

test('a restore that is aborted while it loads rows ends at once and leaves a database that can be restored into', async () => {
  const { url } = await makeDatabase('sample')
  const folder = join(newFolder(), 'backup')
  await backUp(folder, { databaseUrl: url, store, secretsFile: null })
  const saved = await readManifest(folder)
  const target = await makeDatabase('migrated')
  const stopping = new AbortController()
  const options = { databaseUrl: target.url, lite: noProvision, store, signal: stopping.signal }
  const held = await target.sql.reserve()
  await held`begin`
  await held`lock table public.jobs in access share mode`
  const restoring = restore(folder, saved, options).then(
    () => 'restored',
    () => 'stopped',
  )
  const isWaiting = () =>
    target.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'truncate%'`
  await vi.waitUntil(async () => (await isWaiting()).count > 0, { timeout: 60_000, interval: 5 })
  stopping.abort()
  expect(await restoring).toBe('stopped')
  await expect.poll(async () => (await isWaiting()).count).toBe(0)
  await held`rollback`
  held.release()
  expect((await target.sql`select from public.jobs`).count).toBe(0)

  await restore(folder, saved, { ...options, signal: new AbortController().signal })
  const jobs = saved.tables.find(({ schema, name }) => schema === 'public' && name === 'jobs')
  expect((await target.sql`select from public.jobs`).count).toBe(jobs?.rows)
})
