import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, type ClientAddresses } from './client-address.ts'
import { log } from './log.ts'

interface ConnectionLimits {
  /** Connections in all. */
  connections: number
  /** Connections of one address or /64 network. */
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
  const addresses = new Map<Socket, string>()
  const perAddress = new Map<string, number>()
  const logRejected = createRejectionLog()

  function release(socket: Socket): void {
    const address = addresses.get(socket)
    if (address === undefined) return
    addresses.delete(socket)
    const left = (perAddress.get(address) ?? 1) - 1
    if (left > 0) perAddress.set(address, left)
    else perAddress.delete(address)
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    const address = networkOf(remoteAddress)
    const ofAddress = perAddress.get(address) ?? 0
    const isOver = ofAddress >= connectionsPerAddress && !isProxy(remoteAddress)
    if (isOver || addresses.size >= connections) {
      logRejected(isOver ? 'one address has too many' : 'the server has too many')
      socket.destroy()
      return
    }
    addresses.set(socket, address)
    perAddress.set(address, ofAddress + 1)
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
