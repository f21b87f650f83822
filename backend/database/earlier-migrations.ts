import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Sql } from 'postgres'
import {
  applyMissing,
  migrationLock,
  readMigrations,
  readRecords,
  recordMigration,
  type Migrated,
  type Migration,
} from './apply-migrations.ts'

const archive = new URL('../../supabase/upgrades/earlier-migrations.json.gz', import.meta.url)

/** The last migration that replaces earlier ones. Later migrations are applied to every database. */
const lastReplacing = '20261210011900'

/** @returns the migrations of 22 November to 9 December 2026, as they were released, which those by subject replace */
export function readEarlierMigrations(): Migration[] {
  return JSON.parse(gunzipSync(readFileSync(archive)).toString()) as Migration[]
}

/**
 * Brings a database that has some of the earlier migrations to the state that the migrations by subject create: applies
 * the rest of the earlier ones, and records those by subject without running them. The earlier records stay, so that a
 * server of the earlier version still starts. Several servers may do this at once.
 *
 * Source: docs/decisions/025
 * @param sql a connection of the database owner
 * @param upTo version of the last migration to apply. Up to one before those by subject, which a backup may need, an
 *   empty database gets the earlier migrations too.
 * @throws StartupError for an applied migration that has changed since, and for one that fails
 */
export async function applyEarlierMigrations(sql: Sql, upTo: string): Promise<Migrated> {
  const recorded = await readRecords(sql)
  if (recorded.has(lastReplacing)) return { applied: [], areReplaced: false }
  const earlier = readEarlierMigrations()
  const isEarlier = upTo < lastReplacing || earlier.some(({ version }) => recorded.has(version))
  if (!isEarlier) return { applied: [], areReplaced: false }
  const applied = await applyMissing(
    sql,
    earlier.filter(({ version }) => version <= upTo),
  )
  return { applied, areReplaced: upTo >= lastReplacing && (await recordReplacing(sql)) }
}

/** @returns false when another server has recorded them meanwhile */
async function recordReplacing(sql: Sql): Promise<boolean> {
  return sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${migrationLock})`
    const recorded = await readRecords(transaction)
    if (recorded.has(lastReplacing)) return false
    for (const migration of readMigrations().filter(({ version }) => version <= lastReplacing))
      await recordMigration(transaction, migration)
    return true
  })
}

/** @returns the versions that make up a schema: without earlier ones whose replacement is recorded too */
export function withoutReplaced(versions: readonly string[]): string[] {
  if (!versions.includes(lastReplacing)) return [...versions]
  const replaced = new Set(readEarlierMigrations().map(({ version }) => version))
  return versions.filter((version) => !replaced.has(version))
}
