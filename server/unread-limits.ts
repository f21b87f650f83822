import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

interface UnreadLimits {
  /** Milliseconds in which a client must have read something of a response. */
  stall: number
  /** Bytes that may wait in this process for all clients together to read them. */
  bytes: number
  /** Milliseconds between two checks. */
  interval: number
}

const LIMITS: UnreadLimits = { stall: 30_000, bytes: 128_000_000, interval: 1_000 }

/** Bytes that the operating system has taken from a socket, and when that number was seen first. */
interface Progress {
  sent: number
  at: number
}

/**
 * Disconnects clients that do not read their responses, and above the limit in all those with the most unread bytes.
 * What a client sends meanwhile does not count. Realtime connections have limits of their own.
 * Source: docs/behaviour/faults.md#clients-that-do-not-read
 */
export function limitUnread(server: Server, { stall, bytes, interval } = LIMITS): void {
  const sockets = new Map<Socket, Progress>()
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, { sent: 0, at: performance.now() })
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', ({ socket }: IncomingMessage) => sockets.delete(socket))

  setInterval(() => {
    const now = performance.now()
    let unread = 0
    for (const [socket, progress] of sockets) {
      unread += socket.writableLength
      const sent = sentBy(socket)
      if (socket.writableLength === 0 || sent !== progress.sent) Object.assign(progress, { sent, at: now })
      else if (now - progress.at >= stall) socket.destroy()
    }
    if (unread > bytes) disconnectLargest([...sockets.keys()], unread - bytes)
  }, interval).unref()
}

function disconnectLargest(sockets: Socket[], excess: number): void {
  let left = excess
  for (const socket of sockets.toSorted((one, other) => other.writableLength - one.writableLength)) {
    if (left <= 0) return
    left -= socket.writableLength
    socket.destroy()
  }
}

/** Public properties of a socket do not show how much of a write is done; `socket.setTimeout` uses these as well. */
function sentBy(socket: Socket): number {
  const { _handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  return _handle ? _handle.bytesWritten - _handle.writeQueueSize : 0
}
