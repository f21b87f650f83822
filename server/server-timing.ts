/** Milliseconds after which the number of open pages is read again. */
const REFRESH_MS = 1_000

/** A header for node:http: its name and its value. */
export type ServerTiming = [name: 'server-timing', value: string]

/**
 * Creates the Server-Timing header with the number of open realtime connections of this server, by which browsers spread
 * their requests after a change, and with its time, which scripts cannot read from the header Date of the document.
 *
 * @param sockets number of open realtime connections
 * @param clock clock in milliseconds
 * @returns the header, as the same array for a second
 */
export function createServerTiming(sockets: () => number, clock = Date.now): () => ServerTiming {
  let readAt = clock()
  let header: ServerTiming = timing(sockets(), readAt)
  return () => {
    const now = clock()
    if (Math.abs(now - readAt) >= REFRESH_MS) {
      readAt = now
      header = timing(sockets(), now)
    }
    return header
  }
}

function timing(openPages: number, now: number): ServerTiming {
  return ['server-timing', `open-pages;dur=${openPages}, now;dur=${now}`]
}
