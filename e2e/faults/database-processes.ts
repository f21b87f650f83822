import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf, isRunning } from '#e2e/start/command.ts'
import { postmasterOf } from '#e2e/start/server.ts'
import { until } from './portal.ts'

/** @returns process ids of the embedded PostgreSQL, the postmaster first */
function databaseProcesses(dataDir: string): number[] {
  const postmaster = postmasterOf(dataDir)
  return postmaster && isRunning(postmaster) ? [postmaster, ...childrenOf(postmaster)] : []
}

export function signalDatabase(dataDir: string, signal: NodeJS.Signals): void {
  for (const pid of databaseProcesses(dataDir)) if (isRunning(pid)) process.kill(pid, signal)
}

/**
 * Ends PostgreSQL and waits until the server has started it again.
 * @param end what ends the postmaster
 * @returns when it accepted connections again (performance.now)
 */
export async function untilRestarted(dataDir: string, end: (postmaster: number) => void): Promise<number> {
  const before = postmasterOf(dataDir) ?? 0
  end(before)
  await until(() => {
    const postmaster = postmasterOf(dataDir)
    return postmaster !== undefined && postmaster !== before && isRunning(postmaster) && isReady(dataDir)
  })
  return performance.now()
}

/** Source: PostgreSQL, postmaster.pid; line 8 is the state. */
function isReady(dataDir: string): boolean {
  return (
    readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
      .split('\n')[7]
      ?.trim() === 'ready'
  )
}
