import type { Sql } from 'postgres'
import { applyMissing, createRecordTable, readMigrations, type Migrated } from './apply-migrations.ts'
import { applyEarlierMigrations } from './earlier-migrations.ts'
import { StartupError } from '#backend/startup-error.ts'

const oldestServer = 150_000

/**
 * Applies the migrations that a database does not have yet, in order, each in its own transaction, and records them in
 * the table of the Supabase command line. Several servers may do this at once.
 * @param sql a connection that may create schemas, tables and roles, to a database that has sign-in's own tables
 * @param upTo version of the last migration to apply; all by default
 * @throws StartupError for PostgreSQL older than 15, for an applied migration that has changed since, and for one that
 *   fails. Source: docs/decisions/001
 */
export async function migrate(sql: Sql, upTo = '9'): Promise<Migrated> {
  await checkServerVersion(sql)
  await createRecordTable(sql)
  const earlier = await applyEarlierMigrations(sql, upTo)
  const present = readMigrations().filter(({ version }) => version <= upTo)
  return { ...earlier, applied: [...earlier.applied, ...(await applyMissing(sql, present))] }
}

async function checkServerVersion(sql: Sql): Promise<void> {
  const [server] = await sql<{ number: number; version: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`
  if (server && server.number < oldestServer)
    throw new StartupError(`The database is PostgreSQL ${server.version}, but PostgreSQL 15 or newer is needed.`)
}
