import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networksOf } from '#backend/client-networks.ts'
import { isLocalClient, type ClientAddresses } from './client-address.ts'
import { rejectionHeaders } from './response-headers.ts'

interface ScheduleLimits {
  /** Requests of one client, as `networksOf` counts it, that begin in one turn of the event loop. */
  perTurn: number
  /** Requests of one address that may wait for a turn. */
  waiting: number
}

const LIMITS: ScheduleLimits = { perTurn: 4, waiting: 500 }

/** Begins to handle a request, in this turn of the event loop or in a later one. */
export type ScheduleRequest = (request: IncomingMessage, response: ServerResponse, begin: () => void) => void

/**
 * Limits how many requests of an address begin in each turn of the event loop. A turn would otherwise begin all that one
 * client has sent, on hundreds of connections or a thousand in one packet, and a save of somebody else, which takes many
 * turns, would wait for all of them each time. On an idle server a turn takes no time, so no client notices. Programs on this
 * machine are not limited.
 * Source: docs/behaviour/limits.md#requests-that-arrive-at-once
 */
export function createRequestSchedule(
  { addressOf, siteUrl }: Pick<ClientAddresses, 'addressOf'> & { siteUrl: string },
  { perTurn, waiting } = LIMITS,
): ScheduleRequest {
  const rejection = { ...rejectionHeaders(siteUrl), connection: 'close' }
  /** Requests of each network that this turn has begun. */
  const begun = new Map<string, number>()
  const queues = new Map<string, (() => void)[]>()
  /** Connections with a request that was rejected. */
  const rejected = new WeakSet<Socket>()

  function begin(address: string, start: () => void): void {
    // The next turn begins when the first request of this one is counted.
    if (begun.size === 0) setImmediate(nextTurn)
    for (const { name } of networksOf(address)) begun.set(name, (begun.get(name) ?? 0) + 1)
    start()
  }

  /** How many more requests of an address may begin in this turn. */
  function left(address: string): number {
    return Math.min(...networksOf(address).map(({ name, share }) => perTurn * share - (begun.get(name) ?? 0)))
  }

  function nextTurn(): void {
    begun.clear()
    // A copy: a pipelined request that begins here is scheduled a second time while it is handled, for a later turn.
    const present = [...queues]
    for (const [address, queue] of present) {
      const starting = queue.splice(0, left(address))
      queues.delete(address)
      // Behind the others, so that each address of a wide network gets its turn.
      if (queue.length > 0) queues.set(address, queue)
      for (const start of starting) begin(address, start)
    }
  }

  return (request, response, start) => {
    const address = addressOf(request)
    if (isLocalClient(address)) return start()
    const queue = queues.get(address) ?? []
    if (queue.length === 0 && left(address) > 0) return begin(address, start)
    const { socket } = request
    if (queue.length >= waiting) {
      // This client does not wait for responses, and would go on sending until it gets the one that ends the connection.
      if (rejected.has(socket)) return void socket.destroy()
      rejected.add(socket)
      return void response.writeHead(503, rejection).end()
    }
    queues.set(address, queue)
    queue.push(() => {
      if (!socket.destroyed) start()
    })
  }
}

/**
 * Whether a client has sent a request before it got the response to the one before it on the same connection. Browsers and
 * proxies wait; a thousand such requests fit into one packet, so even those that memory answers are begun one by one.
 */
export function isPipelined({ socket }: ServerResponse): boolean {
  return socket === null
}
