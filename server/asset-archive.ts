import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { log } from './log.ts'
import { openStaticFiles, type StaticFiles } from './static-files.ts'

/** Builds whose assets stay reachable, the current one among them. */
const BUILDS = 3

export interface AssetArchiveOptions {
  /** The client build, with a folder of assets. */
  clientDir: string
  /** Where the assets of builds are copied to, each in a folder of its own. */
  folder: string
  /** Sent with every file. */
  headers: Record<string, string>
}

/**
 * Assets of the builds before this one, so that a page that was opened before a deployment can still load a script. The
 * current build is copied to the archive now, for the servers that come after it.
 *
 * @returns serves the assets of earlier builds; they are read when the first one of them is asked for
 */
export function openAssetArchive({ clientDir, folder, headers }: AssetArchiveOptions): StaticFiles {
  const current = buildId(join(clientDir, 'assets'))
  try {
    addBuild(clientDir, folder, current)
    for (const id of buildsIn(folder).slice(BUILDS)) rmSync(join(folder, id), { recursive: true, force: true })
  } catch (error) {
    log.warn(
      'The assets of this build were not copied: pages that are open may miss a script after the next deployment',
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

/** How the name of a copy begins that is not complete. */
const UNFINISHED = '.'

/** Assets have the hash of their content in their names, so the names tell builds apart. */
function buildId(assets: string): string {
  const names = readdirSync(assets, { recursive: true, encoding: 'utf8' }).sort()
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16)
}

/** Copies to a temporary name first: a build is either complete in the archive or not there. */
function addBuild(clientDir: string, folder: string, id: string): void {
  const target = join(folder, id)
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (name.startsWith(UNFINISHED)) rmSync(join(folder, name), { recursive: true, force: true })
  }
  if (!existsSync(target)) {
    const unfinished = join(folder, UNFINISHED + id)
    // Below "assets" again, as in a client build: paths are those of the addresses.
    cpSync(join(clientDir, 'assets'), join(unfinished, 'assets'), { recursive: true })
    renameSync(unfinished, target)
  }
  // A build that is started again, after a rollback, is the newest one.
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
