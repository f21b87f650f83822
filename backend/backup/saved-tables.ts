import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { ISql } from 'postgres'
import { z } from 'zod'
import { listRecorded } from '#backend/database/apply-migrations.ts'
import { withoutReplaced } from '#backend/database/earlier-migrations.ts'
import { StartupError } from '#backend/startup-error.ts'

/**
 * Schemas that a backup leaves out: migrations create what they hold, positions in the outbox mean nothing in another
 * database, and a restored portal has another store of files.
 */
const skippedSchemas = ['supabase_migrations', 'outbox', 'files']

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
})

export type DatabaseManifest = z.infer<typeof databaseManifest>
type SavedTable = z.infer<typeof savedTable>

/**
 * Saves every row as it is at one moment, while servers go on reading and writing: one file for each table, in the text
 * format of COPY, compressed with gzip.
 * @param transaction repeatable read, of the database owner
 * @param folder existing folder that receives the files
 */
export async function saveTables(transaction: ISql, folder: string): Promise<DatabaseManifest> {
  const migrations = await listRecorded(transaction)
  const tables: SavedTable[] = []
  for (const table of inOrderOfReferences(await findTables(transaction))) {
    const path = join(folder, fileOf(table))
    const rows = await transaction.unsafe(`copy ${copyTarget(table)} to stdout`).readable()
    tables.push({ ...pick(table), ...(await write(rows, path)) })
  }
  const sequences = await transaction<{ schema: string; name: string; value: string }[]>`
    select schemaname as schema, sequencename as name, last_value::text as value
      from pg_sequences where last_value is not null and schemaname <> all(${skippedSchemas}) order by 1, 2`
  return { migrations: withoutReplaced(migrations.map(({ version }) => version)), tables, sequences: [...sequences] }
}

/**
 * Loads what saveTables saved into a database with the same migrations, in place of the rows that these created.
 * Triggers do not run: the rows are stored as they were.
 * @param transaction of the database owner
 * @throws StartupError when a file is damaged or its table differs
 */
export async function loadTables(transaction: ISql, { tables, sequences }: DatabaseManifest, folder: string) {
  const known = new Set((await findTables(transaction)).map((table) => `${nameOf(table)} ${table.columns.join()}`))
  const unknown = tables.find((table) => !known.has(`${nameOf(table)} ${table.columns.join()}`))
  if (unknown)
    throw new StartupError(`The backup has another table ${unknown.schema}.${unknown.name} than this version.`)
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
  for (const { schema, name, value } of sequences)
    await transaction`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass, ${value}::bigint)`
}

interface FoundTable {
  id: string
  schema: string
  name: string
  /** Without generated columns. */
  columns: string[]
  /** Ids of the tables that its foreign keys refer to, except itself. */
  references: string[]
}

async function findTables(sql: ISql): Promise<FoundTable[]> {
  return sql<FoundTable[]>`
    select pg_class.oid::text as id, nspname as schema, relname as name,
           array(select attname::text from pg_attribute
                  where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
                  order by attname) as columns,
           array(select distinct confrelid::oid::text from pg_constraint
                  where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as references
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema' and nspname <> all(${skippedSchemas})
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     order by 2, 3`
}

function inOrderOfReferences(tables: FoundTable[]): FoundTable[] {
  const ordered = new Set<FoundTable>()
  const byId = new Map(tables.map((table) => [table.id, table]))
  const visit = (table: FoundTable) => {
    if (ordered.has(table)) return
    for (const reference of table.references) {
      const target = byId.get(reference)
      if (target) visit(target)
    }
    ordered.add(table)
  }
  tables.forEach(visit)
  return [...ordered]
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const nameOf = ({ schema, name }: Pick<SavedTable, 'schema' | 'name'>) => `${quoted(schema)}.${quoted(name)}`
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

async function write(rows: Readable, path: string): Promise<{ rows: number; sha256: string }> {
  const { stream, counted } = counting()
  await pipeline(rows, stream, createGzip(), createWriteStream(path, { mode: 0o600 }))
  return counted
}

async function read(path: string, target: Writable, { rows, sha256 }: SavedTable): Promise<void> {
  const { stream, counted } = counting()
  try {
    await pipeline(createReadStream(path), createGunzip(), stream, target)
  } catch (error) {
    throw new StartupError(`The file ${path} of the backup cannot be read: ${String(error)}.`)
  }
  if (counted.sha256 !== sha256 || counted.rows !== rows)
    throw new StartupError(`The file ${path} of the backup is damaged: its checksum differs.`)
}
