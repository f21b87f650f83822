import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { WIDE_NETWORK_SHARE, wideNetworkOf } from '#backend/wide-network.ts'
import { networkOf, type ClientAddresses } from './client-address.ts'
import { log } from './log.ts'

interface ConnectionLimits {
  /** Connections in all. */
  connections: number
  /** Connections of one address or /64 network; a /48 network may have WIDE_NETWORK_SHARE times as many. */
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
  /** The networks of each connection. */
  const counted = new Map<Socket, string[]>()
  const perNetwork = new Map<string, number>()
  const logRejected = createRejectionLog()

  function release(socket: Socket): void {
    for (const network of counted.get(socket) ?? []) {
      const left = (perNetwork.get(network) ?? 1) - 1
      if (left > 0) perNetwork.set(network, left)
      else perNetwork.delete(network)
    }
    counted.delete(socket)
  }

  function isFull(address: string, wide: string | null): boolean {
    const most = connectionsPerAddress
    const ofWide = wide === null ? 0 : (perNetwork.get(wide) ?? 0)
    return (perNetwork.get(address) ?? 0) >= most || ofWide >= most * WIDE_NETWORK_SHARE
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    const address = networkOf(remoteAddress)
    const wide = wideNetworkOf(address)
    const isOfProxy = isProxy(remoteAddress)
    const isOver = !isOfProxy && isFull(address, wide)
    if (isOver || counted.size >= connections) {
      logRejected(isOver ? 'one address has too many' : 'the server has too many')
      socket.destroy()
      return
    }
    const networks = isOfProxy ? [] : [address, wide].filter((network) => network !== null)
    counted.set(socket, networks)
    for (const network of networks) perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1)
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
