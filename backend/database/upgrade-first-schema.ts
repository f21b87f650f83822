import { readFileSync } from 'node:fs'
import type { Sql, TransactionSql } from 'postgres'
import { advisoryLocks } from './advisory-locks.ts'
import { listRecorded, runMigration } from './apply-migrations.ts'
import { readEarlierMigrations } from './earlier-migrations.ts'
import { StartupError, reasonOf } from '#backend/startup-error.ts'

const preparation = new URL('../../supabase/upgrades/first_schema.sql', import.meta.url)
/** The migrations that created the first schema begin with this version. */
export const firstVersion = '20261120100000'
const lastVersion = '20261121170000'
/** A later migration of the first schema, which some databases have. */
const optionalVersion = '20261123100000'

/**
 * Brings a database of the first schema to the schema of the last earlier migration, with all its rows, in one
 * transaction.
 * Source: docs/decisions/025
 * @param sql a connection of the database owner
 * @returns whether the database had the first schema
 * @throws StartupError when the first schema is incomplete, or the upgrade fails; then nothing has changed
 */
export async function upgradeFirstSchema(sql: Sql): Promise<boolean> {
  return sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${advisoryLocks.migration})`
    const recorded = await recordedVersions(transaction)
    if (!recorded.includes(firstVersion)) return false
    if (!recorded.includes(lastVersion))
      throw new StartupError(
        `The database schema is of ${recorded.at(-1)?.slice(0, 8)}, which this version cannot upgrade: start the last version that contains supabase/migrations/${lastVersion}_notice_counts.sql once, then this one.`,
      )
    await prepare(transaction)
    await transaction`delete from supabase_migrations.schema_migrations
      where version = any(${[...recorded, optionalVersion]})`
    for (const migration of readEarlierMigrations()) await runMigration(transaction, migration)
    return true
  })
}

async function recordedVersions(transaction: TransactionSql): Promise<string[]> {
  const recorded = await listRecorded(transaction)
  return recorded.map(({ version }) => version).filter((version) => version >= firstVersion && version <= lastVersion)
}

async function prepare(transaction: TransactionSql): Promise<void> {
  try {
    await transaction.unsafe(readFileSync(preparation, 'utf8')).simple()
  } catch (error) {
    throw new StartupError(`The database schema cannot be upgraded: ${reasonOf(error)}.`)
  }
}
