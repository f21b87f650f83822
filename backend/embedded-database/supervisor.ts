import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '#backend/startup-error.ts'
import type { Postmaster } from './postmaster.ts'

/** Milliseconds between two attempts to bring PostgreSQL back. */
const [firstPause, longestPause] = [100, 5_000]

/**
 * Starts PostgreSQL again whenever it ends without being asked to, for example when the kernel kills it for memory.
 * @param first the running postmaster
 * @param relaunch starts another one at the same address
 * @param report receives one line per unexpected end and per failed attempt
 * @returns stop() ends the watch and PostgreSQL with it, abort() does so without waiting
 */
export function keepRunning(first: Postmaster, relaunch: () => Promise<Postmaster>, report: (line: string) => void) {
  const stopping = new AbortController()
  let current = first

  async function watch(): Promise<void> {
    for (;;) {
      await current.exited
      if (stopping.signal.aborted) return
      report('The database ended unexpectedly: starting it again')
      await bringBack()
    }
  }

  async function bringBack(): Promise<void> {
    for (let pause = firstPause; !stopping.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        current = await relaunch()
        if (stopping.signal.aborted) await current.stop()
        return
      } catch (error) {
        report(`The database does not start: ${reasonOf(error)}`)
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
