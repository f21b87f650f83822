import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Sql } from 'postgres'
import { StartupError } from '#backend/startup-error.ts'
import {
  applyMissing,
  migrationLock,
  readMigrations,
  readRecords,
  recordMigration,
  type Migration,
} from './apply-migrations.ts'

const archive = new URL('../../supabase/upgrades/earlier-migrations.json.gz', import.meta.url)

/** The last migration that replaces earlier ones. Later migrations are applied to every database. */
const lastReplacing = '20261210011900'

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
 * server of the earlier version still starts. Several servers may do this at once.
 *
 * Source: docs/decisions/025
 * @param sql a connection of the database owner
 * @param upTo version of the last migration to apply. When it is one before those by subject, as for an old backup, an
 *   empty database gets earlier migrations, too.
 * @returns null for a database without earlier migrations, and for one in which those by subject are recorded
 * @throws StartupError for an applied migration that has changed since, for one that is not known, and for one that fails
 */
export async function applyEarlierMigrations(sql: Sql, upTo: string): Promise<EarlierMigrated | null> {
  const earlier = readEarlierMigrations()
  const [firstReplacing, ...others] = replacingMigrations()
  const recorded = await readRecords(sql)
  // They are recorded at once here, so a database with some of them alone is one in which they are being run.
  if ([firstReplacing, ...others].some((migration) => migration && recorded.has(migration.version))) return null
  const needsEarlier = firstReplacing !== undefined && upTo < firstReplacing.version
  if (!needsEarlier && !earlier.some(({ version }) => recorded.has(version))) return null
  rejectUnknown([...recorded.keys()], earlier)
  const applied = await applyMissing(
    sql,
    earlier.filter(({ version }) => version <= upTo),
  )
  const areReplaced = upTo >= lastReplacing
  if (areReplaced) await recordReplacing(sql)
  return { applied, areReplaced }
}

function replacingMigrations(): Migration[] {
  return readMigrations().filter(({ version }) => version <= lastReplacing)
}

/** A migration of somebody else may have changed the schema that those by subject are taken to have created. */
function rejectUnknown(recorded: string[], earlier: readonly Migration[]): void {
  const known = new Set(earlier.map(({ version }) => version))
  const first = earlier[0]?.version ?? ''
  const unknown = recorded.find((version) => version >= first && version <= lastReplacing && !known.has(version))
  if (unknown)
    throw new StartupError(
      `The database has the migration ${unknown}, which this version does not know: start the version that has it, and make a backup there.`,
    )
}

async function recordReplacing(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${migrationLock})`
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
