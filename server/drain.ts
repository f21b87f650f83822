import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'

/** Milliseconds after which an idle connection is closed, as clients are told. */
export const KEEP_ALIVE_MS = 5_000

/** Milliseconds in which the requests may finish: after SIGTERM long enough for idle connections to end by themselves. */
const GRACE_PERIOD_MS = 6_000
const QUICK_GRACE_PERIOD_MS = 1_500

/** Closes the listeners of a server, and then its connections. @param isQuick whether idle connections end at once */
export type Drain = (listeners: NetServer[], isQuick: boolean) => Promise<void>

/**
 * Prepares a server to end its connections without breaking a request. A client may send its next request at the moment
 * at which an idle connection is closed, so connections end after a response that says so, or when they were idle for as
 * long as the client was told before.
 * Source: docs/behaviour/faults.md#restart-of-a-server
 */
export function prepareDrain(server: Server): Drain {
  const unanswered = new Set<ServerResponse>()
  let isDraining = false
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.setHeader('connection', 'close')
  })
  // Most responses are in memory: these have ended before this listener is called.
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (response.writableEnded) return
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
  })

  return async (listeners, isQuick) => {
    isDraining = true
    for (const response of unanswered) if (!response.headersSent) response.setHeader('connection', 'close')
    const closed = listeners.map(closeListener)
    if (isQuick) server.closeIdleConnections()
    const killTimer = setTimeout(() => server.closeAllConnections(), isQuick ? QUICK_GRACE_PERIOD_MS : GRACE_PERIOD_MS)
    await Promise.all(closed)
    clearTimeout(killTimer)
  }
}

/** An HTTP server's own `close` would also close idle connections. */
function closeListener(listener: NetServer): Promise<void> {
  return new Promise((resolve) => void NetServer.prototype.close.call(listener, () => resolve()))
}
