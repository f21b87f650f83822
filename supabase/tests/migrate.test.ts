import { compare } from 'bcryptjs'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { backUp } from '#backend/backup/backup.ts'
import { migrate } from '#backend/database/migrate.ts'
import { newerThanThis, newestOfProduct } from '#backend/database/schema-state.ts'
import { onPreparedDatabase } from '#backend/database/prepare-database.ts'
import { loadSampleData } from '#supabase/sample-data/load-sample-data.ts'
import { openBackend, type Backend, type FirstAdmin } from '#backend/open-backend.ts'
import { StartupError } from '#backend/startup-error.ts'
import { folderStore } from '#backend/storage/folder-store.ts'
import { admin, newFolder, notifications } from './running-backend.ts'
import { startSchema } from './start-schema.ts'
import { keys, vapid, makeDatabase, siteUrl, type TestDatabase } from './test-database.ts'

const folder = new URL('../migrations/', import.meta.url)
const files = readdirSync(folder).sort()
const names = files.map((file) => file.replace(/^\d+_|\.sql$/g, ''))

const nothing = { earlier: null, applied: [] }

const recorded = ({ sql }: TestDatabase) =>
  sql`select version || '_' || name || '.sql' as file from supabase_migrations.schema_migrations order by version`

const opened: Backend[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((backend) => backend.close()))
})

/** Starts the backend of a server. @returns what it reported to the operator */
async function start(database: Pick<TestDatabase, 'url'>, password?: string) {
  const reported: { lines: string[]; admins: FirstAdmin[] } = { lines: [], admins: [] }
  const backend = await openBackend({
    databaseUrl: database.url,
    keys,
    siteUrl,
    fill: async (sql) => {
      if (await loadSampleData(sql)) reported.lines.push('Loaded the sample notices')
    },
    admin: { email: admin.email, password },
    sessions: { idleDays: 7, days: 30 },
    onAdminCreated: (firstAdmin) => reported.admins.push(firstAdmin),
    store: folderStore(newFolder()),
    ...notifications,
    push: { vapid, endpointHosts: [] },
    contactInbox: 'off',
    siteName: 'Suchana',
    requireSecondFactor: 'none',
    socketsPerAddress: 1,
    report: (line) => reported.lines.push(line),
    logFailure: () => {},
  })
  opened.push(backend)
  return reported
}

describe('migrations', () => {
  test('migrations run in order, once', async () => {
    const database = await makeDatabase('unmigrated')
    expect(await migrate(database.sql)).toEqual({ earlier: null, applied: names })
    expect(await migrate(database.sql)).toEqual(nothing)
    expect((await recorded(database)).map(({ file }) => file)).toEqual(files)
  })

  test('migrations run once when two servers start at the same time', async () => {
    const database = await makeDatabase('unmigrated')
    const applied = await Promise.all([migrate(database.sql), migrate(database.sql)])
    expect(applied.flatMap((each) => each.applied).sort()).toEqual(names.toSorted())
    expect((await recorded(database)).map(({ file }) => file)).toEqual(files)
  })

  test('migrations run in two databases at the same time on a server without the roles', async () => {
    expect((await recorded(await makeDatabase('twin'))).map(({ file }) => file)).toEqual(files)
    expect((await recorded(await makeDatabase('migrated'))).map(({ file }) => file)).toEqual(files)
  })

  test('migrations continue after the last applied one when a start was interrupted', async () => {
    const database = await makeDatabase('unmigrated')
    const { sql } = database
    await sql`create schema published`
    await expect(migrate(sql)).rejects.toThrow(
      /^The database migration \d{14}_visible_changes\.sql fails: schema "published" already exists\.$/,
    )
    expect((await recorded(database)).map(({ file }) => file)).toEqual(files.slice(0, 5))
    await sql`drop schema published`
    expect((await migrate(sql)).applied).toEqual(names.slice(5))
  })

  test('migrations are rejected when an applied one was changed, and none is applied', async () => {
    const { sql } = await makeDatabase('migrated')
    const last = files.at(-1)
    const [version] = files[4]?.split('_') ?? []
    await sql`delete from supabase_migrations.schema_migrations where version = ${last?.slice(0, 14) ?? ''}`
    await sql`update supabase_migrations.schema_migrations set statements = array['select 1'] where version = ${version ?? ''}`
    const failure = migrate(sql)
    await expect(failure).rejects.toBeInstanceOf(StartupError)
    await expect(failure).rejects.toThrow(
      `The database migration ${files[4]} was changed after it was applied: undo the change, and write a new migration instead.`,
    )
  })

  test('migrations of another program in the same database are left alone', async () => {
    const { sql } = await makeDatabase('migrated')
    await sql`insert into supabase_migrations.schema_migrations (version, name) values ('20200101000000', 'of_another_program')`
    expect(await migrate(sql)).toEqual(nothing)
  })

  test('a database of a newer version is neither started on nor saved, and nothing changes', async () => {
    const database = await makeDatabase('migrated')
    const { sql, url } = database
    await sql`insert into supabase_migrations.schema_migrations (version, name) values ('20991231000000', 'of_tomorrow')`
    const before = await recorded(database)
    const newer = `The schema of the database is newer than this version of Suchana (it has 20991231000000_of_tomorrow, this version ends with ${files.at(-1)?.slice(0, 14)}): `
    await expect(startSchema(database)).rejects.toThrow(newer)
    await expect(onPreparedDatabase(url, async () => {})).rejects.toThrow(newer)
    const folder = join(newFolder(), 'backup')
    const saving = backUp(folder, { databaseUrl: url, store: folderStore(newFolder()), secretsFile: null })
    await expect(saving).rejects.toThrow(newer)
    expect(await recorded(database)).toEqual(before)
  })

  test('a file of an operator lets its own record through and no other one', () => {
    expect(`${newestOfProduct}_`, 'newestOfProduct in schema-state.ts').toBe(files.at(-1)?.slice(0, 15))
    const own = { version: '20991231000000', name: 'of_an_operator', sql: '' }
    const newer = ['20990101000000', own.version, '20991231000001']
    expect(newerThanThis([newestOfProduct, ...newer, '9'])).toEqual(newer)
    expect(newerThanThis(newer, [own])).toEqual(['20990101000000', '20991231000001'])
  })

  test('a migration that is recorded without the end of its text is not a changed one', async () => {
    const { sql } = await makeDatabase('migrated')
    await sql`update supabase_migrations.schema_migrations set statements[1] = btrim(statements[1], E' \n\t;')`
    expect(await migrate(sql)).toEqual(nothing)
  })

  test('records of another program that counts otherwise do not make a schema newer', async () => {
    const database = await makeDatabase('migrated')
    await database.sql`insert into supabase_migrations.schema_migrations (version, name) values ('9', 'ninth')`
    expect(await startSchema(database)).toEqual([])
  })

  test('migrations of a hosted Supabase, recorded statement by statement, are accepted', async () => {
    const { sql } = await makeDatabase('migrated')
    await sql`update supabase_migrations.schema_migrations set statements = array['one', 'two']`
    expect(await migrate(sql)).toEqual(nothing)
  })
})

describe('start of the backend', () => {
  const schemaLine = `Database schema: applied ${names.join(', ')}`

  test('the first start prepares the database: schema, sample data, first admin', async () => {
    const database = await makeDatabase('unmigrated')
    expect(await start(database, admin.password)).toEqual({
      lines: [schemaLine, 'Loaded the sample notices'],
      admins: [{ email: admin.email, password: null }],
    })
    expect(await database.sql`select role from profiles`).toEqual([{ role: 'admin' }])
  })

  test('two servers that start at the same time prepare the database once', async () => {
    const database = await makeDatabase('unmigrated')
    const [one, other] = await Promise.all([start(database), start(database)])
    expect([...one.lines, ...other.lines]).toEqual([schemaLine, 'Loaded the sample notices'])
    expect([...one.admins, ...other.admins]).toHaveLength(1)
    expect(await database.sql`select from jobs`).toHaveLength(40)
    expect(await database.sql`select role from profiles`).toEqual([{ role: 'admin' }])
  })

  test('a second start changes nothing', async () => {
    const database = await makeDatabase('migrated')
    await start(database)
    await database.sql`delete from jobs where id > 5`
    expect(await start(database)).toEqual({ lines: [], admins: [] })
    expect(await database.sql`select from jobs`).toHaveLength(5)
  })

  test('a generated password is shown once', async () => {
    const database = await makeDatabase('sample')
    const password = expect.stringMatching(/^([a-z0-9]{5}-){3}[a-z0-9]{5}$/)
    expect((await start(database)).admins).toEqual([{ email: admin.email, password }])
    expect((await start(database)).admins).toEqual([])
  })

  test('the account of ADMIN_EMAIL becomes the first admin with a new password, and nothing of it is deleted', async () => {
    const database = await makeDatabase('sample')
    const { sql } = database
    await start(database, 'the old password')
    const [account] = await sql`select id, encrypted_password from auth.users`
    await sql`update profiles set role = 'user'`
    await sql`insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users`
    await sql`create table owned (owner uuid references auth.users on delete cascade)`
    await sql`insert into owned select id from auth.users`
    expect((await start(database, 'the new password')).admins).toEqual([{ email: admin.email, password: null }])
    const [now] = await sql`select id, encrypted_password, profiles.role from auth.users join profiles using (id)`
    expect(now).toEqual({ id: account?.['id'], encrypted_password: expect.any(String), role: 'admin' })
    expect(await compare('the new password', now?.['encrypted_password'])).toBe(true)
    expect(await sql`select from auth.sessions`).toHaveLength(0)
    expect(await sql`select from owned`).toHaveLength(1)
  })

  test('a start that was aborted before the account became an admin is repeated with a new password', async () => {
    const database = await makeDatabase('sample')
    await start(database)
    await database.sql`delete from profiles`
    const { admins } = await start(database)
    expect(admins).toHaveLength(1)
    const [account] =
      await database.sql`select encrypted_password as hash, profiles.role from auth.users join profiles using (id)`
    expect(account?.['role']).toBe('admin')
    expect(await compare(admins[0]?.password ?? '', account?.['hash'])).toBe(true)
  })

  test('a start with an unreachable database fails with one sentence', async () => {
    const away = new URL((await makeDatabase('migrated')).url)
    away.pathname = '/nothing_here'
    const failure = start({ url: away.href })
    await expect(failure).rejects.toBeInstanceOf(StartupError)
    await expect(failure).rejects.toThrow(
      /^The database of DATABASE_URL cannot be reached: database "nothing_here" does not exist\.$/,
    )
  })
})
