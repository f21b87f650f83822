import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres, { type ISql, type Sql } from 'postgres'
import { z } from 'zod'
import { areRowsStored, sessionOf, type Session } from './loading-session.ts'
import { damaged, databaseManifest, loadTables, NOT_LINKED, saveTables, unreadable } from './saved-tables.ts'
import { listRecorded } from '#backend/database/apply-migrations.ts'
import { withoutReplaced } from '#backend/database/earlier-migrations.ts'
import { prepareDatabase } from '#backend/database/prepare-database.ts'
import { newerThanThis, ofThisVersion, requireRestorable } from '#backend/database/schema-state.ts'
import { reasonOf, StartupError } from '#backend/startup-error.ts'
import { makeFolder } from '#backend/make-folder.ts'
import { syncFolder } from '#backend/sync-folder.ts'
import type { FileStore } from '#backend/storage/file-store.ts'
import { StorageError } from '#backend/storage/storage-error.ts'
import { isOtherStore } from '#backend/storage/store-identity.ts'
import type { SupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'
import { readStoredName, STORAGE_BUCKET } from '#domain/stored-file.ts'

/** A backup is a folder: backup.json, secrets.json, tables/ and files/. */
const manifest = databaseManifest.extend({
  format: z.literal(1),
  createdAt: z.string(),
  // Backups of earlier versions have no checksums of files.
  files: z.array(
    // Any other name could be a path out of the backup, and out of the folder into which its file is restored.
    z.object({
      name: z.string().refine((name) => readStoredName(name) !== null),
      type: z.string(),
      sha256: z.string().optional(),
    }),
  ),
})

type Manifest = z.infer<typeof manifest>

/** A backup with the names of uploaded files that it lacks, because their store does. */
type Saved = Manifest & { lacking: string[] }

interface BackUpOptions {
  databaseUrl: string
  store: FileStore
  /** The generated keys, or null when all are configured. */
  secretsFile: string | null
  signal?: AbortSignal | undefined
}

/**
 * Saves the database, the uploaded files and the keys while servers go on running. The folder gets its name when it is
 * complete and on the disk; a backup that fails or is aborted leaves nothing, and one that is killed a folder that ends in ".partial".
 * @param options.signal aborts it
 * @returns what was saved
 * @throws StartupError when the database has no portal, or one of the first schema or of a newer version, when its files are in another store,
 *   and when the folder cannot be written
 */
export async function backUp(folder: string, options: BackUpOptions): Promise<Saved> {
  const saved = await saveAs(folder, options)
  await syncName(folder)
  return saved
}

async function saveAs(folder: string, options: BackUpOptions): Promise<Saved> {
  const partial = `${folder}.partial`
  try {
    await rm(partial, { recursive: true, force: true })
    for (const part of ['tables', 'files']) makeFolder(join(partial, part), 0o700)
    await chmod(partial, 0o700)
    const whole = await saveInto(partial, options)
    for (const part of ['tables', 'files', '.']) await syncFolder(join(partial, part))
    await rename(partial, folder)
    return whole
  } catch (error) {
    // The first error says why it failed: where nothing could be created, nothing can be removed either.
    await rm(partial, { recursive: true, force: true }).catch(() => {})
    throw writeFailure(folder, error)
  }
}

/** Writes the name of a complete backup to the disk. */
async function syncName(folder: string): Promise<void> {
  await syncFolder(dirname(folder)).catch((error: unknown) => {
    throw new StartupError(
      `The backup in ${folder} is complete, but its name cannot be written to the disk (${reasonOf(error)}): a power cut may lose it.`,
    )
  })
}

/** @returns a sentence for errors of the operating system, others as they are */
function writeFailure(folder: string, error: unknown): unknown {
  const { code = '', syscall, path } = error as NodeJS.ErrnoException
  if (['ENOSPC', 'EDQUOT'].includes(code))
    return new StartupError(
      `The disk of ${folder} is full: nothing was saved. Make room, or name a folder on another disk.`,
    )
  // Errors of connections have no path.
  if (!syscall || !(path || code === 'EIO')) return error
  return new StartupError(`The backup cannot be written to ${folder} (${reasonOf(error)}): nothing was saved.`)
}

async function saveInto(folder: string, { databaseUrl, store, secretsFile, signal }: BackUpOptions): Promise<Saved> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  // A table that is being read would hold up the end of the connection.
  const stop = () => void sql.end({ timeout: 0 })
  signal?.addEventListener('abort', stop)
  try {
    signal?.throwIfAborted()
    const createdAt = new Date().toISOString()
    const saved = await readDatabase(sql, join(folder, 'tables'), signal)
    const files: Manifest['files'] = []
    const unread: string[] = []
    for (const file of saved.files) {
      const sha256 = await saveFile({ store, signal }, file.name, join(folder, 'files'))
      if (sha256) files.push({ ...file, sha256 })
      else unread.push(file.name)
    }
    const lacking = unread.length === 0 ? [] : await findLacking(sql, store, unread)
    const whole = { format: 1, createdAt, ...saved, files } as const
    const flushed = { mode: 0o600, flush: true }
    if (secretsFile) await writeFile(join(folder, 'secrets.json'), await readFile(secretsFile), flushed)
    await writeFile(join(folder, 'backup.json'), `${JSON.stringify(whole, null, 2)}\n`, flushed)
    return { ...whole, lacking }
  } finally {
    signal?.removeEventListener('abort', stop)
    await sql.end({ timeout: 0 })
  }
}

/** @throws what failed first: the end of a transaction in which a table is being read fails as well */
async function readDatabase(
  sql: Sql,
  folder: string,
  signal?: AbortSignal,
): Promise<Omit<Manifest, 'format' | 'createdAt'>> {
  let failure: unknown
  try {
    return (await sql.begin('isolation level repeatable read read only', async (transaction) => {
      try {
        await requireRestorable(transaction)
        return { ...(await saveTables(transaction, folder, signal)), files: await findFiles(transaction) }
      } catch (error) {
        failure = error
        throw error
      }
    })) as Omit<Manifest, 'format' | 'createdAt'>
  } catch (error) {
    throw failure ?? error
  }
}

/**
 * @param unread files that the store does not have
 * @returns those that were not removed after their rows had been read
 * @throws StartupError when the files of the database are in another store: they must not be left out unnoticed
 */
async function findLacking(sql: Sql, store: FileStore, unread: string[]): Promise<string[]> {
  const lacking = (await findFiles(sql)).map(({ name }) => name).filter((name) => unread.includes(name))
  if (lacking.length > 0 && (await isOtherStore(sql, store)))
    throw new StartupError(
      'The uploaded files of this database are in another storage: nothing was saved. Run the backup with the DATA_DIR and the S3_ settings of its servers; if the files are lost, restart the server first, and with DATABASE_URL run "delete from files.store" in the database before.',
    )
  return lacking
}

async function findFiles(sql: ISql): Promise<Manifest['files']> {
  return sql<Manifest['files']>`
    select name, metadata ->> 'mimetype' as type from storage.objects where bucket_id = ${STORAGE_BUCKET} order by name`
}

/** @returns the checksum, or null when the file was removed after its row had been read */
async function saveFile(
  { store, signal }: Pick<BackUpOptions, 'store' | 'signal'>,
  name: string,
  folder: string,
): Promise<string | null> {
  signal?.throwIfAborted()
  const file = await store.read(name).catch(failInStorage('nothing was saved'))
  if (!file) return null
  const hash = createHash('sha256')
  await pipeline(
    Readable.fromWeb(file.body as Parameters<typeof Readable.fromWeb>[0]),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(join(folder, name), { mode: 0o600, flush: true }),
    { signal },
  )
  return hash.digest('hex')
}

/** A full disk has a sentence of its own. */
function failInStorage(outcome: string): (error: unknown) => never {
  return (error) => {
    const cause = error instanceof StorageError ? (error.cause ?? error) : error
    if (['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause
    throw new StartupError(`The storage of uploaded files cannot be used (${reasonOf(cause)}): ${outcome}.`)
  }
}

/** @throws StartupError when an uploaded file of the backup is lacking or damaged */
async function readSavedFile(folder: string, { name, sha256 }: Manifest['files'][number]): Promise<Buffer> {
  const path = join(folder, 'files', name)
  const bytes = await readFile(path, { flag: NOT_LINKED }).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  if (sha256 && createHash('sha256').update(bytes).digest('hex') !== sha256) throw damaged(path)
  return bytes
}

/** @throws StartupError when the folder is no complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return manifest.parse(JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')))
  } catch (error) {
    throw new StartupError(
      `${folder} is not a backup of Suchana (${error instanceof z.ZodError ? 'backup.json is invalid' : reasonOf(error)}).`,
    )
  }
}

interface RestoreOptions {
  databaseUrl: string
  lite: Pick<SupabaseLite, 'provision'>
  store: FileStore
  onRowsStored?: () => void
  signal?: AbortSignal | undefined
}

/**
 * Restores a backup into a portal that was never used: the files, then all rows in one transaction, so that a failure
 * leaves a portal that can be restored into. A backup of an older version is migrated afterwards.
 * @param options.signal aborts it
 * @param options.onRowsStored called when the rows are stored: from then on the portal is in use, with the keys of the backup
 * @returns the loaded tables, and names of skipped ones that are not of the portal
 * @throws StartupError when the portal is in use, or the backup damaged or made by a newer version
 */
export async function restore(
  folder: string,
  saved: Manifest,
  { databaseUrl, lite, store, onRowsStored, signal }: RestoreOptions,
): ReturnType<typeof loadTables> {
  const report = () => {}
  const migrations = ofThisVersion(saved.migrations)
  let session: Session | undefined
  const loaded = await prepareDatabase({ databaseUrl, report, upTo: migrations.at(-1), signal }, lite, async (sql) => {
    await rejectUsed(sql)
    await rejectOtherVersion(sql, saved.migrations)
    for (const file of saved.files) {
      signal?.throwIfAborted()
      const bytes = await readSavedFile(folder, file)
      await store.put(file.name, bytes, file.type).catch(failInStorage('nothing was restored'))
    }
    const done = await sql.begin(async (transaction) => {
      session = await sessionOf(transaction)
      return [await loadTables(transaction, saved, join(folder, 'tables'))]
    })
    onRowsStored?.()
    return done[0] as Awaited<ReturnType<typeof loadTables>>
  }).catch(async (error: unknown) => {
    if (session && (await areRowsStored(databaseUrl, session))) onRowsStored?.()
    throw error
  })
  await prepareDatabase({ databaseUrl, report, signal }, lite, (sql) => sql`analyze`)
  return loaded
}

async function rejectUsed(sql: Sql): Promise<void> {
  const [account] = await sql`select from auth.users limit 1`
  if (account) throw new StartupError('This portal is in use: restore into an empty DATA_DIR or database.')
}

async function rejectOtherVersion(sql: Sql, migrations: readonly string[]): Promise<void> {
  const applied = (await listRecorded(sql)).map(({ version }) => version)
  const newer = newerThanThis(migrations)
  if (newer.length > 0)
    throw new StartupError(
      `The backup was made by a newer version of Suchana (it has the migrations ${newer.join(', ')}): restore it with that version, or, if these migrations are your own or of another program, add a file of the same version for each to supabase/migrations, such as ${newer[0]}_own.sql.`,
    )
  if (ofThisVersion(applied).join() !== ofThisVersion(withoutReplaced(migrations)).join())
    throw new StartupError('The backup was made by another version of Suchana: restore it with that version.')
}
