import { expiryOf } from './access-token.ts'
import { withoutCode } from './channels.ts'
import type { Connection } from './connection.ts'
import { sessionOver, type Credentials } from './credentials.ts'

/** Milliseconds between checks. */
const interval = 1_000
/** Milliseconds without a message, after which a client counts as gone; it sends a heartbeat every 25 seconds. */
const longestIdle = 60_000
/** Milliseconds that a client may leave sent bytes unread. */
const longestStall = 10_000
/** "Going away": clients that still run connect again. */
const goingAway = 1001

/**
 * Checks all sockets every second: those whose client is gone or does not read are closed, and channels end when their
 * token has expired or its session is over.
 * @returns a function that stops the checks
 */
export function startHeartbeatCheck(connections: ReadonlySet<Connection>, credentials: Credentials): () => void {
  let isChecking = false
  const timer = setInterval(() => {
    for (const connection of connections) closeIfGone(connection)
    if (isChecking) return
    isChecking = true
    // While the database cannot be reached, no client gets changes, so the sessions need no check.
    endChannels(connections, credentials)
      .catch(() => {})
      .finally(() => (isChecking = false))
  }, interval)
  return () => clearInterval(timer)
}

function closeIfGone(connection: Connection): void {
  const { received, drained } = connection.idleTimes()
  if (drained > longestStall) connection.terminate()
  else if (received > longestIdle) connection.close(goingAway, 'No heartbeat')
}

async function endChannels(connections: ReadonlySet<Connection>, credentials: Credentials): Promise<void> {
  const now = Date.now() / 1000
  const channels = [...connections].flatMap(({ channels: joined }) => [...joined.values()])
  const signedIn = channels.filter(({ identity }) => identity.expiresAt !== null)
  for (const channel of signedIn) {
    const { expiresAt } = channel.identity
    if (expiresAt !== null && expiresAt <= now) channel.end(withoutCode(expiryOf(expiresAt)))
  }
  const sessions = new Set(signedIn.flatMap(({ identity }) => identity.sessionId ?? []))
  if (sessions.size === 0) return
  const active = await credentials.activeSessions([...sessions])
  for (const channel of signedIn) {
    const { sessionId } = channel.identity
    if (sessionId && sessions.has(sessionId) && !active.has(sessionId)) channel.end(withoutCode(sessionOver))
  }
}
