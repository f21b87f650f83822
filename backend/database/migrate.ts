import type { Sql } from 'postgres'
import { applyMissing, createRecordTable, readMigrations } from './apply-migrations.ts'
import { applyEarlierMigrations, type EarlierMigrated } from './earlier-migrations.ts'
import { StartupError } from '#backend/startup-error.ts'

const oldestServer = 150_000

/** A version after all others. */
const NEWEST = '9'

export interface Migrated {
  /** Null for a database without earlier migrations. */
  earlier: EarlierMigrated | null
  /** Names of the applied migrations, in order. */
  applied: string[]
}

/**
 * Applies the migrations that a database does not have yet, in order, each in its own transaction, and records them in
 * the table of the Supabase command line. A database with earlier migrations gets the rest of them, and those by subject
 * are recorded. Several servers may do this at once.
 * @param sql a connection that may create schemas, tables and roles, to a database that has sign-in's own tables
 * @param upTo version of the last migration to apply; all by default
 * @throws StartupError for PostgreSQL older than 15, for an applied migration that has changed since, and for one that
 *   fails. Source: docs/decisions/001
 */
export async function migrate(sql: Sql, upTo = NEWEST): Promise<Migrated> {
  await checkServerVersion(sql)
  await createRecordTable(sql)
  const earlier = await applyEarlierMigrations(sql, upTo)
  if (earlier && !earlier.areReplaced) return { earlier, applied: [] }
  const migrations = readMigrations().filter(({ version }) => version <= upTo)
  return { earlier, applied: await applyMissing(sql, migrations) }
}

async function checkServerVersion(sql: Sql): Promise<void> {
  const [server] = await sql<{ number: number; version: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`
  if (server && server.number < oldestServer)
    throw new StartupError(`The database is PostgreSQL ${server.version}, but PostgreSQL 15 or newer is needed.`)
}
