import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { createClientCounts } from '#backend/client-networks.ts'
import { networkOf, type ClientAddresses } from './client-address.ts'
import { log } from './log.ts'

interface ConnectionLimits {
  /** Connections in all. */
  connections: number
  /** Connections of one client, as `networksOf` counts it. */
  connectionsPerAddress: number
}

/** Rejected connections are logged once in this many milliseconds. */
const LOG_INTERVAL_MS = 60_000

/**
 * Closes connections above the limits when they are opened. A proxy brings all visitors, so only the limit in all applies
 * to this machine and to trusted proxies. A connection is no longer counted when it becomes a realtime connection, for
 * which realtime has limits of its own.
 * Source: docs/behaviour/limits.md#connections
 */
export function limitConnections(
  server: Server,
  { connections, connectionsPerAddress }: ConnectionLimits,
  { isProxy }: Pick<ClientAddresses, 'isProxy'>,
): void {
  /** What ends the counting of each connection. */
  const counted = new Map<Socket, () => void>()
  const perClient = createClientCounts(connectionsPerAddress)
  const logRejected = createRejectionLog()

  function release(socket: Socket): void {
    counted.get(socket)?.()
    counted.delete(socket)
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    const address = networkOf(remoteAddress)
    const isOfProxy = isProxy(remoteAddress)
    const isOver = !isOfProxy && perClient.isFull(address)
    if (isOver || counted.size >= connections) {
      logRejected(isOver ? 'one address has too many' : 'the server has too many')
      socket.destroy()
      return
    }
    counted.set(socket, isOfProxy ? () => {} : perClient.add(address))
    socket.once('close', () => release(socket))
  })
  server.on('upgrade', ({ socket }: IncomingMessage) => release(socket))
}

function createRejectionLog(): (reason: string) => void {
  let rejected = 0
  let loggedAt = -Infinity
  return (reason) => {
    rejected += 1
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return
    log.warn('Connections were rejected', { reason, rejected })
    loggedAt = performance.now()
    rejected = 0
  }
}
