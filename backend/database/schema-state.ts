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

/** @returns the versions of all migrations of this version of the product, those that were replaced as well */
function knownVersions(): string[] {
  return [...readEarlierMigrations(), ...readMigrations()].map(({ version }) => version)
}
