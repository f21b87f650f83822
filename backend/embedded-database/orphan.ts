import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError, reasonOf } from '#backend/startup-error.ts'

/** Milliseconds that each signal is given, gentlest first. Committed rows survive every one of them. */
const stopSignals = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 6_000],
  ['SIGKILL', 2_000],
] as const

/**
 * Cleans up after a crash, before a start: stops the postmaster that a killed server left behind, and removes a
 * postmaster.pid whose process id belongs to another program by now. The caller holds the folder's lock, so no running
 * server uses this cluster.
 * @param cluster real path of the cluster
 * @param isVisible whether servers in other containers see the lock: if not, the process id may be that of a running
 *   postmaster in another container, and the file stays
 * @throws StartupError when the postmaster cannot be stopped
 */
export async function clearRemains(cluster: string, report: (line: string) => void, isVisible: boolean): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  if (isPostmasterOf(cluster, pid)) {
    report('Stopping the database that a killed server left running')
    await stopOrphan(cluster, pid)
  } else if (isVisible && pid > 0 && existsSync(`/proc/${pid}`)) {
    // PostgreSQL itself removes the file of a process that has ended, but takes any running process for a postmaster.
    rmSync(pidFile, { force: true })
  }
}

async function stopOrphan(cluster: string, pid: number): Promise<void> {
  for (const [signal, timeout] of stopSignals) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
      throw new StartupError(
        `The database left running in ${cluster} (process ${pid}) cannot be stopped (${reasonOf(error)}).`,
      )
    }
    const deadline = performance.now() + timeout
    while (performance.now() < deadline) {
      if (!isPostmasterOf(cluster, pid)) return
      await sleep(20)
    }
  }
  throw new StartupError(`The database left running in ${cluster} (process ${pid}) does not stop.`)
}

/** A postmaster works in its cluster's folder. A zombie has no folder any more and counts as gone. */
function isPostmasterOf(cluster: string, pid: number): boolean {
  try {
    const program = basename(readlinkSync(`/proc/${pid}/exe`))
    return program.startsWith('postgres') && readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return false
  }
}
