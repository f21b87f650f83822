import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { StartupError } from '#backend/startup-error.ts'
import { findCluster } from './cluster.ts'
import { FolderInUse } from './folder-lock.ts'
import { addressOf } from './owner.ts'
import { startEmbeddedDatabase, type RunningDatabase } from './start.ts'

/** Milliseconds to wait for the database of a server that is starting. */
const timeout = 20_000

/**
 * The embedded database of a data folder: the one that a running server has started, otherwise one that is started now.
 * Nothing is created: a wrong folder would become an empty portal.
 * @param options as for startEmbeddedDatabase
 * @returns its address; close() ends it only when it was started here
 * @throws StartupError when the folder has no database or cannot be used, or the database of the server that uses it does
 *   not respond
 */
export async function reachEmbeddedDatabase(
  options: Parameters<typeof startEmbeddedDatabase>[0],
): Promise<RunningDatabase> {
  if (!findCluster(options.dataDir))
    throw new StartupError(
      `There is no portal in ${resolve(options.dataDir)}: set DATA_DIR to the folder of its data, or start the server, which creates one.`,
    )
  const deadline = performance.now() + timeout
  for (;;) {
    try {
      return await startEmbeddedDatabase(options)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      const url = runningAddress(options.dataDir)
      if (url && (await responds(url))) return { url, close: async () => {}, abort: () => {} }
      options.signal?.throwIfAborted()
      if (performance.now() > deadline)
        throw new StartupError(`A server uses the folder ${options.dataDir}, but its database does not respond.`)
    }
    await sleep(250)
  }
}

/** Line 4 of postmaster.pid is the port. */
function runningAddress(dataDir: string): string | undefined {
  const cluster = findCluster(dataDir)
  if (!cluster) return undefined
  try {
    const port = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3])
    return port ? addressOf(cluster, port) : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function responds(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} })
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}
