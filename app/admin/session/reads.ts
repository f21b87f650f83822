import { BackendError } from '#app/data/backend-error.ts'
import { READ } from '#domain/admin/messages.ts'
import { READ_TIMEOUT_MS, READS_GIVE_WAY_MS, READS_PAUSE_MS } from '#domain/limits.ts'

/** Of each read in flight: ends its requests, and sends them again after a change. */
const reads = new Set<(change: Promise<unknown>) => void>()

/**
 * Makes a read, which must be safe to repeat. Without an answer in time it ends, also its requests: they would use up the
 * connections that the browser has for the site.
 */
export function readInTime<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let request = new AbortController()
    const timer = setTimeout(() => {
      end(() => reject(new BackendError(READ.late, { code: '', status: 0 })))
      request.abort()
    }, READ_TIMEOUT_MS)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      reads.delete(giveWay)
      settle()
    }
    const send = () => {
      const { signal } = (request = new AbortController())
      read(signal).then(
        (value) => end(() => resolve(value)),
        (error: Error) => signal.aborted || end(() => reject(error)),
      )
    }
    const giveWay = (change: Promise<unknown>) => {
      if (request.signal.aborted) return
      request.abort()
      // A save is several changes, one right after the other.
      const sendSoon = () => setTimeout(() => reads.has(giveWay) && send(), READS_PAUSE_MS)
      change.then(sendSoon, sendSoon)
    }
    reads.add(giveWay)
    send()
  })
}

/** Has the reads in flight give way to a change that is not answered soon: it may wait for one of their connections. */
export function letReadsGiveWay<T>(change: Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    for (const giveWay of reads) giveWay(change)
  }, READS_GIVE_WAY_MS)
  return change.finally(() => clearTimeout(timer))
}
