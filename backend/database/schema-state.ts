import type { ISql } from 'postgres'
import { listRecorded, readMigrations, type RecordedMigration } from './apply-migrations.ts'
import { readEarlierMigrations } from './earlier-migrations.ts'
import { firstVersion } from './upgrade-first-schema.ts'
import { StartupError } from '#backend/startup-error.ts'

/**
 * The last migration of the product. The folder of migrations does not tell: operators add files of their own to it, as
 * rejectNewer asks them to. A test compares it with the folder.
 */
export const newestOfProduct = '20261210012890'

/** What migrations are recorded by, here and by the command line of Supabase; other programs may count otherwise. */
const version14 = /^\d{14}$/

/**
 * Rejects a database that a newer version has upgraded: what this version writes into it may break rules that this version
 * does not know, and its backups could not be restored. A server that runs while another one upgrades goes on.
 * @param sql a connection of the database owner
 * @throws StartupError when a migration is recorded that is newer than all of this version, and none of an operator
 */
export async function rejectNewerSchema(sql: ISql): Promise<void> {
  rejectNewer(await listRecorded(sql))
}

function rejectNewer(recorded: readonly RecordedMigration[]): void {
  const versions = newerThanThis(recorded.map(({ version }) => version))
  const newer = recorded.filter(({ version }) => versions.includes(version))
  if (newer.length > 0)
    throw new StartupError(
      `The schema of the database is newer than this version of Suchana (it has ${listed(newer)}, this version ends with ${newestOfProduct}): start the newer version, or restore the backup that was made before the upgrade, or, if these migrations are your own or of another program, add a file of the same version and text for each to supabase/migrations, such as ${newer[0]?.version}_own.sql.`,
    )
}

/**
 * For commands that work on a portal and create none.
 * @param sql a connection of the database owner
 * @returns the recorded migrations
 * @throws StartupError when the database has no schema of a portal, or that of a newer version
 */
async function requireSchema(sql: ISql): Promise<RecordedMigration[]> {
  const recorded = await listRecorded(sql)
  const known = new Set([firstVersion, ...knownVersions()])
  if (!recorded.some(({ version }) => known.has(version)))
    throw new StartupError(
      'There is no portal in the database: set DATA_DIR or DATABASE_URL as for the server, or start the server, which creates one.',
    )
  rejectNewer(recorded)
  return recorded
}

/**
 * For backups: that of a schema that a start has to upgrade first could not be restored.
 * @param sql a connection of the database owner
 * @throws StartupError when the database has no portal, or one of the first schema or of a newer version
 */
export async function requireRestorable(sql: ISql): Promise<void> {
  const versions = (await requireSchema(sql)).map(({ version }) => version)
  if (ofThisVersion(versions).length === 0)
    throw new StartupError(
      'The schema of the database is of 21 November 2026, and its backup could not be restored: start this version once first, which upgrades the database.',
    )
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

/**
 * @param present the migrations in the folder, with those of the operator
 * @returns those of the given migrations that are newer than all of this version of the product, and in no file
 */
export function newerThanThis(versions: readonly string[], present = readMigrations()): string[] {
  const files = new Set(present.map(({ version }) => version))
  return versions.filter((version) => version14.test(version) && version > newestOfProduct && !files.has(version))
}

/** @returns those of the given migrations that this version of the product has, without those of operators and other programs */
export function ofThisVersion(versions: readonly string[]): string[] {
  const known = new Set(knownVersions())
  return versions.filter((version) => known.has(version))
}

/** @returns the versions of all migrations of this version of the product, those that were replaced as well */
function knownVersions(): string[] {
  return [...readEarlierMigrations(), ...readMigrations()].map(({ version }) => version)
}
