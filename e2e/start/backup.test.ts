import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runBackup as run, startBackup } from './backup-command.ts'
import { copyPrepared } from './prepared-folder.ts'
import {
  cleanUp,
  databaseUrl,
  generatedKeys,
  newFolder,
  query,
  preparedAccount,
  shownJobs,
  signIn,
  startServer,
  type Server,
} from './server.ts'
import { sharedSettings } from './several-servers.ts'

const folder = newFolder()
const backup = join(folder, 'backup')
const pdf = Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF\n')

/** A portal in use, which goes on running. */
let server: Server
/** Path of an uploaded file. */
let stored: string

beforeAll(async () => {
  server = await startServer(copyPrepared('sample notices', join(folder, 'data')))
  const headers = { apikey: generatedKeys(server.dataDir).publishableKey, 'content-type': 'application/json' }
  const session = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify(preparedAccount),
  })
  const { access_token } = (await session.json()) as { access_token: string }
  const uploaded = await fetch(`${server.url}/storage/v1/object/notices/a.pdf`, {
    method: 'POST',
    headers: { apikey: headers.apikey, authorization: `Bearer ${access_token}`, 'content-type': 'application/pdf' },
    body: new Uint8Array(pdf),
  })
  if (!uploaded.ok) throw new Error(`The upload failed with ${uploaded.status}`)
  stored = `/storage/v1/object/public/${((await uploaded.json()) as { Key: string }).Key}`
})
afterAll(cleanUp)

interface Manifest {
  tables: { schema: string; name: string; rows: number; sha256: string }[]
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Rows and checksum of every table, as the backup of a database says. */
async function contentOf(env: Record<string, string>, path: string): Promise<object[]> {
  expect(await run('backup', env, path)).toMatchObject({ code: 0, errors: '' })
  const { tables } = JSON.parse(readFileSync(join(path, 'backup.json'), 'utf8')) as { tables: object[] }
  return tables
}

test('a backup made while the server writes is one moment, and a restored portal has every row, file and key', async () => {
  const address = databaseUrl(server.dataDir)
  const writing = query(
    address,
    `do $$ begin for number in 1..300 loop
       insert into newsletter_subscribers (email) values ('reader' || number || '@example.org');
       insert into analytics_events (event_type, page) values ('page_view', '/reader-' || number);
       commit;
     end loop; end $$`,
  )
  const saved = await run('backup', { DATA_DIR: server.dataDir }, backup)
  await writing
  expect(saved).toEqual({
    code: 0,
    output: expect.stringMatching(/^Saved \d+ rows of \d+ tables and 1 files/),
    errors: '',
  })
  expect(statSync(backup).mode & 0o777).toBe(0o700)
  const again = await run('backup', { DATA_DIR: server.dataDir }, backup)
  expect(again).toEqual({ code: 1, output: '', errors: `${backup} exists already: name a new folder.\n` })

  const dataDir = join(newFolder(), 'data')
  const restored = await run('restore', { DATA_DIR: dataDir }, backup)
  expect(restored).toEqual({ code: 0, output: expect.stringMatching(/^Restored \d+ rows/), errors: '' })
  const { tables } = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as { tables: object[] }
  expect(tables.length).toBeGreaterThan(30)
  expect(await contentOf({ DATA_DIR: dataDir }, join(dataDir, '..', 'second-backup'))).toEqual(tables)

  const next = await startServer(dataDir)
  expect(next.output()).not.toMatch(/password|Loaded/)
  const counts = await query(
    databaseUrl(dataDir),
    `select (select count(*)::int from newsletter_subscribers) as readers,
            (select count(*)::int from analytics_events where page like '/reader-%') as views`,
  )
  expect(counts[0]?.['readers'], 'one moment between two commits').toBe(counts[0]?.['views'])
  expect(await shownJobs(next)).toBe(25)
  expect(await signIn(next, preparedAccount)).toBe(200)
  expect(generatedKeys(dataDir)).toEqual(generatedKeys(server.dataDir))
  expect(Buffer.from(await (await fetch(next.url + stored)).arrayBuffer())).toEqual(pdf)
  const outboxOf = (folderOf: string) => query(databaseUrl(folderOf), 'select id from outbox.identity')
  expect(await outboxOf(dataDir), 'an outbox of its own').not.toEqual(await outboxOf(server.dataDir))
  // Numbers continue after those of the restored rows.
  await query(databaseUrl(dataDir), `insert into newsletter_subscribers (email) values ('last@example.org')`)
  await next.stop()
})

test('a backup is restored into a database of DATABASE_URL whose owner is no superuser', async () => {
  const superuser = databaseUrl(server.dataDir, 'postgres')
  await query(superuser, `create role portal login createrole password 'portal'`)
  await query(superuser, 'grant anon, authenticated, service_role to portal')
  await query(superuser, 'create database restored owner portal')
  const url = Object.assign(new URL(databaseUrl(server.dataDir, 'restored')), {
    username: 'portal',
    password: 'portal',
  })
  const env = { ...sharedSettings(server, url.href), DATA_DIR: join(newFolder(), 'data') }
  expect(await run('restore', env, backup)).toMatchObject({ code: 0, errors: '' })
  const { tables } = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as { tables: object[] }
  expect(await contentOf(env, join(env.DATA_DIR, '..', 'second-backup'))).toEqual(tables)
})

test('tables of others are neither saved nor restored, and named', async () => {
  const address = databaseUrl(server.dataDir)
  await query(address, `create table public.ops_notes (id serial primary key, t text)`)
  await query(
    address,
    `create schema shop; create table shop.orders (id int); insert into public.ops_notes (t) values (null)`,
  )
  const saved = await run('backup', { DATA_DIR: server.dataDir }, join(folder, 'own'))
  expect(saved).toMatchObject({ code: 0, errors: '' })
  expect(saved.output).toMatch(
    /^Saved .*\nLeft out, because no migration created them: public\.ops_notes, shop\.orders\. Save them by other means\.\n$/,
  )
  const { tables, leftOut } = JSON.parse(readFileSync(join(folder, 'own', 'backup.json'), 'utf8'))
  expect([tables.length, leftOut]).toEqual([expect.any(Number), ['public.ops_notes', 'shop.orders']])
  expect(tables.map(({ schema, name }: Record<string, string>) => `${schema}.${name}`)).not.toContain(
    'public.ops_notes',
  )
  await query(address, 'drop table public.ops_notes; drop schema shop cascade')
})

test('a backup that cannot reach the uploaded files saves nothing, and one whose storage lacks some names them', async () => {
  const other = { ...sharedSettings(server, databaseUrl(server.dataDir)), DATA_DIR: join(newFolder(), 'data') }
  const target = join(newFolder(), 'backup')
  expect(await run('backup', other, target)).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringMatching(
      /^The uploaded files of this database are in another storage: nothing was saved\. .*\.\n$/,
    ),
  })
  expect(existsSync(target)).toBe(false)

  const file = join(server.dataDir, 'uploads', stored.replace('/storage/v1/object/public/', ''))
  renameSync(file, `${file}.lost`)
  try {
    const saved = await run('backup', { DATA_DIR: server.dataDir }, target)
    expect(saved).toMatchObject({ code: 0, errors: '' })
    expect(saved.output).toContain(
      `and 0 files in ${target}\nLeft out, because their storage lacks them: ${basename(file)}.\n`,
    )
  } finally {
    renameSync(`${file}.lost`, file)
  }
})

test('a backup of a folder or a database without a portal ends with one sentence, and creates nothing', async () => {
  const [dataDir, target] = [join(newFolder(), 'typo'), join(newFolder(), 'backup')]
  expect(await run('backup', { DATA_DIR: dataDir }, target)).toEqual({
    code: 1,
    output: '',
    errors: `There is no portal in ${dataDir}: set DATA_DIR to the folder of its data, or start the server, which creates one.\n`,
  })
  await query(databaseUrl(server.dataDir, 'postgres'), 'create database vacant')
  const env = { ...sharedSettings(server, databaseUrl(server.dataDir, 'vacant')), DATA_DIR: dataDir }
  expect(await run('backup', env, target)).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringMatching(/^There is no portal in the database: .*\.\n$/),
  })
  expect([existsSync(dataDir), existsSync(target)]).toEqual([false, false])
})

test.each([
  ['below a file', 'file/backup', 'ENOTDIR'],
  ['below a link to a folder that is missing', 'link/backup', 'ENOENT'],
  ['where nothing can be created', '/proc/backup', 'ENOENT'],
  ['with a name that is too long', 'a'.repeat(300), 'ENAMETOOLONG'],
])('a backup %s ends with one sentence', async (_, name, code) => {
  const place = newFolder()
  writeFileSync(join(place, 'file'), '')
  symlinkSync(join(place, 'missing'), join(place, 'link'))
  const saved = await run('backup', { DATA_DIR: server.dataDir }, resolve(place, name))
  expect(saved).toEqual({
    code: 1,
    output: '',
    errors: expect.stringMatching(`^The backup cannot be written to \\S+ \\(${code}: .*\\): nothing was saved\\.\n$`),
  })
})

test('a portal in use, a damaged backup and a folder without one are rejected, and nothing is restored', async () => {
  const inUse = await run('restore', { DATA_DIR: server.dataDir }, backup)
  expect(inUse).toMatchObject({ code: 1, errors: expect.stringContaining('restore into an empty DATA_DIR') })
  const none = await run('restore', { DATA_DIR: join(newFolder(), 'data') }, folder)
  expect(none).toMatchObject({ code: 1, errors: expect.stringContaining('is not a backup of Suchana') })

  const damaged = join(newFolder(), 'damaged')
  mkdirSync(join(damaged, 'tables'), { recursive: true })
  for (const file of readdirSync(backup, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name)
    const bytes = readFileSync(path)
    const target = path.replace(backup, damaged)
    mkdirSync(join(target, '..'), { recursive: true })
    writeFileSync(target, file.name === 'public.results.gz' ? bytes.subarray(0, bytes.length / 2) : bytes)
  }
  const lacking = join(newFolder(), 'lacking')
  cpSync(backup, lacking, { recursive: true })
  rmSync(join(lacking, 'files'), { recursive: true })
  const dataDir = join(newFolder(), 'data')
  const failed = await run('restore', { DATA_DIR: dataDir }, damaged)
  expect(failed).toMatchObject({ code: 1, errors: expect.stringMatching(/public\.results\.gz of the backup/) })
  expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false)
  expect(await run('restore', { DATA_DIR: dataDir }, lacking)).toMatchObject({ code: 1 })
  expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false)
  expect(await run('restore', { DATA_DIR: dataDir }, backup)).toMatchObject({ code: 0 })
})

test('a restore whose rows the database does not store ends with one sentence that does not blame the backup', async () => {
  const refused = join(newFolder(), 'refused')
  cpSync(backup, refused, { recursive: true })
  const file = join(refused, 'tables/public.results.gz')
  const rows = gunzipSync(readFileSync(file)).toString()
  writeFileSync(file, gzipSync(rows + rows))
  const manifest = JSON.parse(readFileSync(join(refused, 'backup.json'), 'utf8')) as Manifest
  const table = manifest.tables.find(({ schema, name }) => schema === 'public' && name === 'results')
  Object.assign(table ?? {}, { rows: (rows + rows).split('\n').length - 1, sha256: sha256(rows + rows) })
  writeFileSync(join(refused, 'backup.json'), JSON.stringify(manifest))
  const dataDir = join(newFolder(), 'data')
  const failed = await run('restore', { DATA_DIR: dataDir }, refused)
  expect(failed).toMatchObject({ code: 1, errors: expect.stringMatching(/does not store the rows of .*duplicate key/) })
  expect(await run('restore', { DATA_DIR: dataDir }, backup)).toMatchObject({ code: 0 })
})

test('a backup whose uploaded file is lacking or cut off is rejected with one sentence', async () => {
  const cut = join(newFolder(), 'cut')
  cpSync(backup, cut, { recursive: true })
  const [name = ''] = readdirSync(join(cut, 'files'))
  const file = join(cut, 'files', name)
  const env = { DATA_DIR: join(newFolder(), 'data') }
  writeFileSync(file, pdf.subarray(0, 9))
  const damaged = `The file ${file} of the backup is damaged: its checksum differs.\n`
  expect(await run('restore', env, cut)).toMatchObject({ code: 1, errors: damaged })
  rmSync(file)
  const unread = (code: string) => ({
    code: 1,
    errors: expect.stringMatching(new RegExp(`^The file .* of the backup cannot be read .*${code}.*\\.\n$`)),
  })
  expect(await run('restore', env, cut)).toMatchObject(unread('ENOENT'))
  // A link could lead to any file of this computer, which the portal would publish.
  symlinkSync(join(backup, 'files', name), file)
  expect(await run('restore', env, cut)).toMatchObject(unread('ELOOP'))
  rmSync(file)
  writeFileSync(file, pdf)
  const rows = join(cut, 'tables', 'public.jobs.gz')
  rmSync(rows)
  symlinkSync(join(backup, 'tables', 'public.jobs.gz'), rows)
  expect(await run('restore', env, cut)).toMatchObject(unread('ELOOP'))
})

test('a backup that names a file outside of its folder is rejected, and nothing is written outside of DATA_DIR', async () => {
  const hostile = join(newFolder(), 'moved', 'hostile')
  cpSync(backup, hostile, { recursive: true })
  const parent = newFolder()
  // From the files of the backup as from DATA_DIR/uploads/notices.
  const name = '../../../written.pdf'
  writeFileSync(join(hostile, 'files', name), pdf)
  const path = join(hostile, 'backup.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...manifest, files: [{ name, type: 'application/pdf' }] }))
  const rejected = { code: 1, errors: `${hostile} is not a backup of Suchana (backup.json is invalid).\n` }
  expect(await run('restore', { DATA_DIR: join(parent, 'data') }, hostile)).toMatchObject(rejected)
  expect(readdirSync(parent)).toEqual([])
})

test.each([
  ['is prepared', "locktype = 'advisory'"],
  ['gets the rows', "relation = 'public.jobs'::regclass and mode = 'AccessExclusiveLock'"],
])('a restore whose database ends while it %s says so in one sentence, and can be repeated', async (_, lock) => {
  const dataDir = join(newFolder(), 'data')
  const program = startBackup('restore', { DATA_DIR: dataDir }, backup)
  await expect.poll(() => existsSync(join(dataDir, 'secrets.json')), { interval: 5 }).toBe(true)
  // PostgreSQL ends all connections in the same way when its disk is full.
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'suchana'
    and exists (select from pg_locks where ${lock} and granted)`
  const address = databaseUrl(dataDir)
  await expect.poll(async () => (await query(address, end).catch(() => [])).length, { interval: 5 }).toBeGreaterThan(0)
  expect(await program.ended()).toBe(1)
  expect(program.errors()).toMatch(
    /^The database has ended \(.*\): nothing was restored\. .*postgres\.log says why, such as a full disk\.\n$/,
  )
  expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false)
  expect(await run('restore', { DATA_DIR: dataDir }, backup)).toMatchObject({ code: 0 })
})
