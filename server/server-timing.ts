/** Milliseconds after which the number of open pages is read again. */
const REFRESH_MS = 1_000

/** A header for node:http: its name and its value. */
export type ServerTiming = [name: 'server-timing', value: string]

/**
 * Creates the Server-Timing header with the number of open realtime connections of this server. Browsers use it to
 * spread their requests after a change.
 *
 * @param sockets number of open realtime connections
 * @param clock clock in milliseconds
 * @returns the header, as the same array until the number is read again
 */
export function createServerTiming(sockets: () => number, clock = Date.now): () => ServerTiming {
  let header: ServerTiming = timing(sockets())
  let readAt = clock()
  return () => {
    const now = clock()
    if (Math.abs(now - readAt) >= REFRESH_MS) {
      readAt = now
      header = timing(sockets())
    }
    return header
  }
}

function timing(openPages: number): ServerTiming {
  return ['server-timing', `open-pages;dur=${openPages}`]
}
