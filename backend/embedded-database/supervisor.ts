import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '#backend/startup-error.ts'
import type { Postmaster } from './postmaster.ts'

/** Milliseconds between two attempts to restart PostgreSQL: after the first failure, and at most. */
const [firstPause, longestPause] = [100, 5_000]

/** Receives one line about an outage. Its end is 'info'. */
export type ReportOutage = (level: 'info' | 'error', line: string) => void

/**
 * Restarts PostgreSQL when it ends unexpectedly, for example when the kernel kills it because memory is short.
 * @param first the running postmaster
 * @param relaunch starts another one at the same address
 * @param report receives one line per unexpected end, per failed attempt and per return
 * @returns stop() ends the supervision and PostgreSQL, abort() does so without waiting
 */
export function supervise(first: Postmaster, relaunch: () => Promise<Postmaster>, report: ReportOutage) {
  const stopping = new AbortController()
  let current = first

  async function watch(): Promise<void> {
    for (;;) {
      await current.exited
      if (stopping.signal.aborted) return
      report('error', 'The database ended unexpectedly: starting it again')
      await restart()
    }
  }

  async function restart(): Promise<void> {
    for (let pause = firstPause; !stopping.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        current = await relaunch()
        if (stopping.signal.aborted) await current.stop()
        else report('info', 'The database is back')
        return
      } catch (error) {
        report('error', `The database does not start: ${reasonOf(error)}`)
      }
    }
  }

  const watching = watch()
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await current.stop()
      await watching
    },
    abort(): void {
      stopping.abort()
      current.abort()
    },
  }
}
