import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { ISql, Sql, TransactionSql } from 'postgres'
import { advisoryLocks } from './advisory-locks.ts'
import { StartupError, reasonOf } from '#backend/startup-error.ts'

export interface Migration {
  version: string
  name: string
  sql: string
}

const folder = new URL('../../supabase/migrations/', import.meta.url)
/** What programs that record statements may leave out at both ends of one. */
const ends = ' \t\r\n;'
const fileName = /^(\d{14})_([a-z0-9_]+)\.sql$/

/**
 * Applies those of the given migrations that the database does not have, in order, each in its own transaction.
 * @returns names of the applied migrations
 */
export async function applyMissing(sql: Sql, migrations: readonly Migration[]): Promise<string[]> {
  const recorded = await readRecords(sql)
  for (const migration of migrations) rejectEdited(migration, recorded.get(migration.version))
  const applied: string[] = []
  for (const migration of migrations) {
    if (!recorded.has(migration.version) && (await apply(sql, migration))) applied.push(migration.name)
  }
  return applied
}

/** Creates the table of the Supabase command line, in which migrations are recorded, unless it exists. */
export async function createRecordTable(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${advisoryLocks.migration})`
    await transaction`create schema if not exists supabase_migrations`
    await transaction`create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text)`
  })
}

/** @returns the migrations of this version, in order */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version, name] = fileName.exec(file) ?? []
      return version && name ? [{ version, name, sql: readFileSync(new URL(file, folder), 'utf8') }] : []
    })
}

export type RecordedMigration = Pick<Migration, 'version'> & { name: string | null }

/** @returns the migrations that a database has, in order; none of a database without their table */
export async function listRecorded(sql: ISql): Promise<RecordedMigration[]> {
  const [table] = await sql<{ name: string | null }[]>`
    select to_regclass('supabase_migrations.schema_migrations') as name`
  if (!table?.name) return []
  return sql<RecordedMigration[]>`select version, name from supabase_migrations.schema_migrations order by version`
}

/**
 * @param version the only one to read; all by default
 * @returns hashes of the applied migrations by version; null for records of the Supabase command line, which have one entry
 *   per statement and cannot be compared
 */
export async function readRecords(sql: ISql, version: string | null = null): Promise<Map<string, string | null>> {
  const rows = await sql<{ version: string; hash: string | null }[]>`
    select version, case cardinality(statements) when 1 then encode(sha256(convert_to(btrim(statements[1], ${ends}), 'UTF8')), 'hex') end as hash
      from supabase_migrations.schema_migrations where version = coalesce(${version}, version)`
  return new Map(rows.map(({ version, hash }) => [version, hash]))
}

async function apply(sql: Sql, migration: Migration): Promise<boolean> {
  return sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${advisoryLocks.migration})`
    // Another server may have applied it meanwhile.
    const recorded = await readRecords(transaction, migration.version)
    rejectEdited(migration, recorded.get(migration.version))
    if (recorded.has(migration.version)) return false
    await runMigration(transaction, migration)
    return true
  })
}

/**
 * Applies one migration and records it.
 * @throws StartupError when it fails
 */
export async function runMigration(
  transaction: TransactionSql,
  { version, name, sql: text }: Migration,
): Promise<void> {
  try {
    await transaction`set local search_path = public, extensions`
    await transaction.unsafe(text).simple()
  } catch (error) {
    throw new StartupError(`The database migration ${version}_${name}.sql fails: ${reasonOf(error)}.`)
  }
  await recordMigration(transaction, { version, name, sql: text })
}

/** Records a migration as applied, in one statement, so that a later change of its file is noticed. */
export async function recordMigration(transaction: TransactionSql, { version, name, sql }: Migration): Promise<void> {
  await transaction`insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${version}, ${name}, ${[sql]})`
}

function rejectEdited({ version, name, sql: text }: Migration, recorded: string | null | undefined): void {
  const whole = text.replaceAll(/^[ \t\r\n;]+|[ \t\r\n;]+$/g, '')
  if (!recorded || recorded === createHash('sha256').update(whole).digest('hex')) return
  throw new StartupError(
    `The database migration ${version}_${name}.sql was changed after it was applied: undo the change, and write a new migration instead.`,
  )
}
