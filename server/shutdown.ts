import { inspect } from 'node:util'
import { StartupError } from '#backend/startup-error.ts'
import { log, surviveLostOutput } from './log.ts'

/** A component of the running server that is closed at shutdown. */
export interface Part {
  /** @param isQuick whether the connections of idle clients are closed at once */
  close(isQuick: boolean): Promise<unknown>
  /** Ends the component immediately, without waiting. */
  abort?(): void
}

/** Milliseconds in which all components must close. */
const gracePeriod = 8_800

/** One Ctrl-C may arrive twice, from the terminal and from npm. Signals within this many milliseconds count as one. */
const signalDebounce = 500

/**
 * Runs a server until a signal, the end of the parent process, or an uncaught exception. SIGTERM, the signal of service
 * managers, waits for clients that may send another request; the others do not. A second signal ends the process
 * immediately.
 * @param start opens the components in order and registers each one; they are closed in reverse order
 */
export async function runUntilShutdown(start: (register: (part: Part) => void) => Promise<void>): Promise<void> {
  surviveLostOutput()
  const parts: Part[] = []
  let stoppedAt: number | undefined

  async function stop(exitCode: number, isQuick = true): Promise<void> {
    if (stoppedAt !== undefined) return
    stoppedAt = performance.now()
    setTimeout(abort, gracePeriod)
    // `start` is not aborted, so components may still be registered while others close.
    for (let part = parts.pop(); part; part = parts.pop()) {
      closing = part
      await part.close(isQuick).catch((error: unknown) => log.debug('A component did not close cleanly', { error }))
    }
    process.exit(exitCode)
  }

  let closing: Part | undefined
  function abort(): void {
    for (const part of [...parts, closing]) part?.abort?.()
    process.exit(1)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stoppedAt === undefined) void stop(0, signal !== 'SIGTERM')
      else if (performance.now() - stoppedAt > signalDebounce) abort()
    })
  }
  process.on('disconnect', () => void stop(0))
  process.on('uncaughtException', (error) => {
    // Components that are closed while they open may throw.
    if (stoppedAt !== undefined) return log.debug('Error during shutdown', { error })
    log.error('The server stops because of an uncaught exception', { error })
    void stop(1)
  })

  try {
    await start((part) => parts.push(part))
  } catch (error) {
    if (stoppedAt !== undefined) return
    process.stderr.write(`${error instanceof StartupError ? error.message : inspect(error)}\n`)
    await stop(1)
  }
}

/** Components that are closed at the same time; one that fails does not cut the others short. */
export function together(...parts: Part[]): Part {
  return { close: (isQuick) => Promise.allSettled(parts.map((part) => part.close(isQuick))) }
}
