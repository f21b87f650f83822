import { createHash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import postgres, { type ISql } from 'postgres'
import { z } from 'zod'
import { findTables, kindsOf, inOrderOfReferences, skippedSchemas, type FoundTable } from './found-tables.ts'
import { listRecorded } from '#backend/database/apply-migrations.ts'
import { isConnectionLost } from '#backend/database/database-error.ts'
import { withoutReplaced } from '#backend/database/earlier-migrations.ts'
import { reasonOf, StartupError } from '#backend/startup-error.ts'

/** Flags that open a file of a backup but no symbolic link, by which a stranger's backup could publish files of this computer. */
export const NOT_LINKED = constants.O_RDONLY | constants.O_NOFOLLOW

const savedTable = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** Of the rows in the text format of COPY, in hexadecimal digits. */
  sha256: z.string(),
})

/** What a backup of a database holds. Tables are in an order in which references lead to earlier tables. */
export const databaseManifest = z.object({
  migrations: z.array(z.string()),
  tables: z.array(savedTable),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  /** Names of tables of others, which it does not hold. */
  leftOut: z.array(z.string()).default([]),
})

export type DatabaseManifest = z.infer<typeof databaseManifest>
type SavedTable = z.infer<typeof savedTable>

/**
 * Saves every row of the tables of the portal as it is at one moment, while servers go on reading and writing: one file for each table, in the text
 * format of COPY, compressed with gzip.
 * @param transaction repeatable read, of the database owner
 * @param folder existing folder that receives the files
 * @param signal aborts it
 */
export async function saveTables(transaction: ISql, folder: string, signal?: AbortSignal): Promise<DatabaseManifest> {
  const migrations = await listRecorded(transaction)
  const tables: SavedTable[] = []
  const found = await findTables(transaction)
  for (const table of inOrderOfReferences(found.own)) {
    const path = join(folder, fileOf(table))
    const rows = await transaction.unsafe(`copy ${copyTarget(table)} to stdout`).readable()
    tables.push({ ...pick(table), ...(await write(rows, path, signal)) })
  }
  const sequences = await transaction<{ schema: string; name: string; value: string }[]>`
    select schemaname as schema, sequencename as name, last_value::text as value
      from pg_sequences where last_value is not null and schemaname <> all(${skippedSchemas})
       and not exists (select from pg_depend where objid = format('%I.%I', schemaname, sequencename)::regclass
                       and refclassid = 'pg_class'::regclass and refobjid = any(${found.others.map(({ id }) => id)}::oid[]))
     order by 1, 2`
  return {
    migrations: withoutReplaced(migrations.map(({ version }) => version)),
    tables,
    sequences: [...sequences],
    leftOut: found.others.map(plainName),
  }
}

/**
 * Loads what saveTables saved into a database with the same migrations, in place of the rows that these created.
 * Triggers do not run: the rows are stored as they were. Tables that no migration created here are skipped: earlier
 * versions saved those of others too.
 * @param transaction of the database owner
 * @returns the loaded tables, and names of the skipped ones
 * @throws StartupError when a file is damaged or its table differs
 */
export async function loadTables(
  transaction: ISql,
  saved: Pick<DatabaseManifest, 'tables' | 'sequences'>,
  folder: string,
): Promise<{ tables: SavedTable[]; skipped: string[] }> {
  const known = new Map((await findTables(transaction)).own.map((table) => [nameOf(table), table.columns.join()]))
  const tables = saved.tables.filter((table) => known.has(nameOf(table)))
  const changed = tables.find((table) => known.get(nameOf(table)) !== table.columns.join())
  if (changed) throw new StartupError(`The backup has another table ${plainName(changed)} than this version.`)
  const setTriggers = async (state: 'disable' | 'enable') => {
    for (const table of tables) await transaction.unsafe(`alter table ${nameOf(table)} ${state} trigger user`)
  }
  await setTriggers('disable')
  await transaction.unsafe(`truncate ${tables.map(nameOf).join(', ')}`)
  for (const table of tables) {
    const target = await transaction.unsafe(`copy ${copyTarget(table)} from stdin`).writable()
    await read(join(folder, fileOf(table)), target, table)
  }
  await setTriggers('enable')
  for (const { schema, name, value } of saved.sequences)
    await transaction`select setval(sequence, ${value}::bigint)
      from to_regclass(format('%I.%I', ${schema}::text, ${name}::text)) as sequence where sequence is not null`
  await rejectLostKinds(transaction)
  return { tables, skipped: saved.tables.filter((table) => !known.has(nameOf(table))).map(plainName) }
}

async function rejectLostKinds(transaction: ISql): Promise<void> {
  const there = new Set((await findTables(transaction)).own.map(plainName))
  const lost = (await kindsOf(transaction)).find((name) => !there.has(`public.${name}`))
  if (lost)
    throw new StartupError(
      `The backup has the kind of notices ${lost}, which no migration here creates: add a file that creates and registers it to supabase/migrations.`,
    )
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const nameOf = ({ schema, name }: Pick<SavedTable, 'schema' | 'name'>) => `${quoted(schema)}.${quoted(name)}`
const plainName = ({ schema, name }: Pick<SavedTable, 'schema' | 'name'>) => `${schema}.${name}`
const fileOf = ({ schema, name }: Pick<SavedTable, 'schema' | 'name'>) => `${schema}.${name}.gz`
const pick = ({ schema, name, columns }: FoundTable) => ({ schema, name, columns })

function copyTarget(table: Pick<SavedTable, 'schema' | 'name' | 'columns'>): string {
  return `${nameOf(table)} (${table.columns.map(quoted).join(', ')})`
}

/** Counts the rows of COPY's text format, one line each, and their checksum. */
function counting() {
  const hash = createHash('sha256')
  const counted = { rows: 0, sha256: '' }
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, end + 1)) counted.rows += 1
      done(null, chunk)
    },
    flush(done) {
      counted.sha256 = hash.digest('hex')
      done()
    },
  })
  return { stream, counted }
}

async function write(rows: Readable, path: string, signal?: AbortSignal): Promise<{ rows: number; sha256: string }> {
  const { stream, counted } = counting()
  await pipeline(rows, stream, createGzip(), createWriteStream(path, { mode: 0o600, flush: true }), { signal })
  return counted
}

async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  yield* (await open(path, NOT_LINKED)).createReadStream() as AsyncIterable<Buffer>
}

async function read(path: string, target: Writable, { rows, sha256 }: SavedTable): Promise<void> {
  const { stream, counted } = counting()
  try {
    await pipeline(() => bytesOf(path), createGunzip(), stream, target)
  } catch (error) {
    const isOfFile = error instanceof Error && 'path' in error
    if (!isOfFile && isConnectionLost(error)) throw error
    if (error instanceof postgres.PostgresError)
      throw new StartupError(
        `The database does not store the rows of ${path} (${reasonOf(error)}): nothing was restored.`,
      )
    throw unreadable(path, error)
  }
  if (counted.sha256 !== sha256 || counted.rows !== rows) throw damaged(path)
}

export function unreadable(path: string, error: unknown): StartupError {
  return new StartupError(`The file ${path} of the backup cannot be read (${reasonOf(error)}).`)
}

export function damaged(path: string): StartupError {
  return new StartupError(`The file ${path} of the backup is damaged: its checksum differs.`)
}
