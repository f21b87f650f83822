import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '#backend/make-folder.ts'
import { log } from './log.ts'
import { openStaticFiles, type StaticFiles } from './static-files.ts'

/** Number of builds whose assets are served, including the current one. */
const BUILDS = 3

export interface AssetArchiveOptions {
  /** The client build, with a folder of assets. */
  clientDir: string
  /** Archive folder with one folder per build. */
  folder: string
  /** Sent with every file. */
  headers: Record<string, string>
}

/**
 * Serves assets of previous builds, so that a page that was opened before a deployment can still load its scripts.
 * Copies the current build to the archive for later servers.
 *
 * @returns serves the assets of earlier builds; they are read at the first request for one of them
 */
export function openAssetArchive({ clientDir, folder, headers }: AssetArchiveOptions): StaticFiles {
  const current = buildId(join(clientDir, 'assets'))
  try {
    addBuild(clientDir, folder, current)
    for (const id of buildsIn(folder).slice(BUILDS)) rmSync(join(folder, id), { recursive: true, force: true })
  } catch (error) {
    log.warn(
      'The assets of this build were not archived: open pages may fail to load a script after the next deployment',
      {
        folder,
        error,
      },
    )
  }
  let earlier: StaticFiles[] | null = null
  return (request, response) => {
    if (!request.url?.startsWith('/assets/')) return false
    earlier ??= openEarlier(folder, current, headers)
    return earlier.some((files) => files(request, response))
  }
}

/** Prefix of the folder names of incomplete copies. */
const UNFINISHED = '.'

/** File names of assets contain the hash of their content, so the names identify a build. */
function buildId(assets: string): string {
  const names = readdirSync(assets, { recursive: true, encoding: 'utf8' }).sort()
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16)
}

/** Copies to a temporary name first, so that the archive contains only complete builds. */
function addBuild(clientDir: string, folder: string, id: string): void {
  const target = join(folder, id)
  makeFolder(folder, 0o700)
  for (const name of readdirSync(folder)) {
    if (name.startsWith(UNFINISHED)) rmSync(join(folder, name), { recursive: true, force: true })
  }
  if (!existsSync(target)) {
    const unfinished = join(folder, UNFINISHED + id)
    // The copy has a folder "assets" too, so that file paths match the URLs.
    try {
      cpSync(join(clientDir, 'assets'), join(unfinished, 'assets'), { recursive: true })
      renameSync(unfinished, target)
    } finally {
      // On a full disk, the part that was copied would take the room of the database.
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
  // A build that is started again, after a rollback, counts as the newest one.
  const now = new Date()
  utimesSync(target, now, now)
}

/** @returns the builds of an archive, the newest first */
function buildsIn(folder: string): string[] {
  const startedAt = (id: string) => statSync(join(folder, id)).mtimeMs
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .sort((a, b) => startedAt(b) - startedAt(a))
}

function openEarlier(folder: string, current: string, headers: Record<string, string>): StaticFiles[] {
  try {
    const earlier = buildsIn(folder).filter((id) => id !== current)
    return earlier.map((id) => openStaticFiles(join(folder, id), headers))
  } catch (error) {
    log.warn('The assets of earlier builds cannot be read', { folder, error })
    return []
  }
}
