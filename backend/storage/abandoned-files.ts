import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Milliseconds after which an unchanged file is certainly not in use any more; several servers may share the folder. */
const abandonedAfter = 3_600_000

/**
 * Removes incomplete files that crashes have left. Those of other users of the machine stay.
 * @param folder need not exist
 * @param prefix of the names of incomplete files
 */
export async function removeAbandoned(folder: string, prefix: string): Promise<void> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? []
  for (const name of names.filter((found) => found.startsWith(prefix))) {
    const path = join(folder, name)
    const found = await stat(path).catch(nullIfMissing)
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(path, { force: true }).catch(ignoreForeign)
  }
}

function ignoreForeign(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM' && error.code !== 'EACCES') throw error
}

/** @throws every error but that of a file or folder that does not exist */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
