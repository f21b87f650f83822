import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Sql } from 'postgres'
import { advisoryLocks } from './advisory-locks.ts'
import { applyMissing, readMigrations, readRecords, recordMigration, type Migration } from './apply-migrations.ts'

const archive = new URL('../../supabase/upgrades/earlier-migrations.json.gz', import.meta.url)

/** Versions of the migrations by subject, which replace the earlier ones. Later migrations are applied to every database. */
const [firstReplacing, lastReplacing] = ['20261210000100', '20261210011900']

/** What has become of a database with earlier migrations. */
export interface EarlierMigrated {
  /** Names of the earlier migrations that were applied, in order. */
  applied: string[]
  /** Whether those by subject are recorded in place of the earlier ones, so that later ones may follow. */
  areReplaced: boolean
}

/** @returns the migrations with versions of 22 November to 9 December 2026, as they were released, which those by subject replace */
export function readEarlierMigrations(): Migration[] {
  return JSON.parse(gunzipSync(readFileSync(archive)).toString()) as Migration[]
}

/**
 * Brings a database that has some of the earlier migrations to the state that the migrations by subject create: applies
 * the rest of the earlier ones, and records those by subject without running them. The earlier records stay, so that a
 * server of the earlier version still starts, and so do those of migrations that the owner of a portal has added. Several
 * servers may do this at once.
 *
 * Source: docs/decisions/025
 * @param sql a connection of the database owner
 * @param upTo version of the last migration to apply. When it is one before those by subject, as for an old backup, an
 *   empty database gets earlier migrations, too.
 * @returns null for a database without earlier migrations, and for one in which those by subject are recorded
 * @throws StartupError for an applied migration that has changed since, and for one that fails
 */
export async function applyEarlierMigrations(sql: Sql, upTo: string): Promise<EarlierMigrated | null> {
  const recorded = await readRecords(sql)
  // Where only some of them are recorded, they are being run: below they are recorded all at once.
  if (replacingMigrations().some(({ version }) => recorded.has(version))) return null
  const earlier = readEarlierMigrations()
  if (upTo >= firstReplacing && !earlier.some(({ version }) => recorded.has(version))) return null
  const wanted = earlier.filter(({ version }) => version <= upTo)
  const applied = await applyMissing(sql, wanted)
  const areReplaced = upTo >= lastReplacing
  if (areReplaced) await recordReplacing(sql)
  return { applied, areReplaced }
}

function replacingMigrations(): Migration[] {
  return readMigrations().filter(({ version }) => version >= firstReplacing && version <= lastReplacing)
}

async function recordReplacing(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${advisoryLocks.migration})`
    // Another server may have recorded them meanwhile.
    const recorded = await readRecords(transaction)
    for (const migration of replacingMigrations())
      if (!recorded.has(migration.version)) await recordMigration(transaction, migration)
  })
}

/** @returns the versions that make up a schema: without earlier ones whose replacement is recorded too */
export function withoutReplaced(versions: readonly string[]): string[] {
  if (!versions.includes(lastReplacing)) return [...versions]
  const replaced = new Set(readEarlierMigrations().map(({ version }) => version))
  return versions.filter((version) => !replaced.has(version))
}
