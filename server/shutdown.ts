import { StartupError } from '#backend/startup-error.ts'
import { log } from './log.ts'

/** A part of the running server. */
export interface Part {
  close(): Promise<unknown>
  /** Ends the part at once, without waiting */
  abort?(): void
}

/** Milliseconds that all parts together get to close. */
const timeout = 4_700

/** One Ctrl-C can arrive twice, from the terminal and from npm: within this many milliseconds it is the same one. */
const sameSignal = 500

/**
 * Runs a server and stops it when a signal comes, when the process that started us is gone, or when something fails
 * that nobody caught. A second signal does not wait for anything.
 * @param start opens the parts one after the other and hands each one over; they are closed in reverse order
 */
export async function runUntilShutdown(start: (keep: (part: Part) => void) => Promise<void>): Promise<void> {
  const parts: Part[] = []
  let stoppedAt: number | undefined

  async function stop(exitCode: number): Promise<void> {
    if (stoppedAt !== undefined) return
    stoppedAt = performance.now()
    setTimeout(abort, timeout)
    // A part may be handed over while others close: the start is not told that it was broken off.
    for (let part = parts.pop(); part; part = parts.pop()) {
      closing = part
      await part.close().catch((error: unknown) => log.debug('A part did not close cleanly', { error }))
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
      if (stoppedAt === undefined) void stop(0)
      else if (performance.now() - stoppedAt > sameSignal) abort()
    })
  }
  process.on('disconnect', () => void stop(0))
  process.on('uncaughtException', (error) => {
    // Parts that are closed while they open complain about it.
    if (stoppedAt !== undefined) return log.debug('An error while the server stops', { error })
    log.error('The server stops because of an error that nobody caught', { error })
    void stop(1)
  })

  try {
    await start((part) => parts.push(part))
  } catch (error) {
    if (stoppedAt !== undefined) return
    console.error(error instanceof StartupError ? error.message : error)
    await stop(1)
  }
}
