import type { ISql } from 'postgres'
import { listRecorded, readMigrations, type RecordedMigration } from './apply-migrations.ts'
import { readEarlierMigrations } from './earlier-migrations.ts'
import { firstVersion } from './upgrade-first-schema.ts'
import { StartupError } from '#backend/startup-error.ts'

/**
 * For commands that work on a portal and create none.
 * @param sql a connection of the database owner
 * @returns the recorded migrations
 * @throws StartupError when the database has no schema of a portal
 */
export async function requireSchema(sql: ISql): Promise<RecordedMigration[]> {
  const recorded = await listRecorded(sql)
  const known = new Set([firstVersion, ...knownVersions()])
  if (!recorded.some(({ version }) => known.has(version)))
    throw new StartupError(
      'There is no portal in the database: set DATA_DIR or DATABASE_URL as for the server, or start the server, which creates one.',
    )
  return recorded
}

/**
 * For commands that change rows but do not upgrade the schema: that cannot be undone, and servers of an older version may
 * be running.
 * @param sql a connection of the database owner
 * @throws StartupError when the database has no portal, or lacks migrations of this version
 */
export async function requireCurrentSchema(sql: ISql): Promise<void> {
  const versions = new Set((await requireSchema(sql)).map(({ version }) => version))
  const missing = readMigrations().filter(({ version }) => !versions.has(version))
  if (missing.length > 0)
    throw new StartupError(
      `The schema of the database is older than this version of Suchana (it lacks ${listed(missing)}): start the server of this version first, which upgrades it.`,
    )
}

/** The first ones are enough to recognize a version. */
function listed(migrations: readonly RecordedMigration[]): string {
  const names = migrations.slice(0, 3).map(({ version, name }) => (name ? `${version}_${name}` : version))
  const others = migrations.length - names.length
  return [...names, ...(others > 0 ? [`${others} more`] : [])].join(', ')
}

/** @returns the versions of all migrations of this version of the product, those that were replaced as well */
function knownVersions(): string[] {
  return [...readEarlierMigrations(), ...readMigrations()].map(({ version }) => version)
}
