/** Milliseconds between two lines. */
const interval = 60_000

/**
 * Logs messages that are none of the protocol, a line a minute at most, since any client can send them.
 * @returns a function that counts one message
 */
export function createMalformedLog(log: (what: string, count: string) => void): () => void {
  let count = 0
  let loggedAt = -Infinity
  return () => {
    count += 1
    if (performance.now() - loggedAt < interval) return
    log('Realtime clients sent messages that are none of the protocol', `${count} so far`)
    loggedAt = performance.now()
  }
}
