import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { WebSocketServer } from 'ws'
import { connecting, connectionSettings } from '#backend/database/request-roles.ts'
import { createClientCounts } from '#backend/client-networks.ts'
import type { Keys } from '#backend/supabase-lite/supabase-lite.ts'
import { createBinder } from './binder.ts'
import type { Outbox } from '#backend/outbox/outbox.ts'
import { createMessages } from './change-messages.ts'
import { createChannels } from './channels.ts'
import { Connection } from './connection.ts'
import { createCredentials } from './credentials.ts'
import { createDeliveryGroups, type GroupConnections } from './delivery-groups.ts'
import { createFilterLimits } from './filter-limits.ts'
import { readHandshake, sendError } from './handshake.ts'
import { createMalformedLog } from './malformed-log.ts'
import { readPublishedTables } from './published-tables.ts'
import { startHeartbeatCheck } from './heartbeat-check.ts'
import { createTimeSlices } from './time-slices.ts'

export interface Realtime {
  /**
   * Serves a WebSocket upgrade request.
   * @param options the bytes that followed its headers, the client address for the limits, and the headers of an answer that rejects it
   */
  upgrade(
    request: IncomingMessage,
    stream: Duplex,
    options: { head: Buffer; address: string; headers: Readonly<Record<string, string>> },
  ): void
  /** Open sockets. */
  readonly sockets: number
  /** Closes every socket with a code after which its client reconnects, elsewhere or later. */
  close(): Promise<void>
}

export interface RealtimeOptions {
  /** Address of a migrated database, as its owner. */
  databaseUrl: string
  keys: Keys
  outbox: Outbox
  /** Sockets that one address may open at once. */
  socketsPerAddress: number
  logFailure: (what: string, error: unknown) => void
}

/** Sockets of one server. */
const mostSockets = 20_000
/** Different conditions that the visitors of an address may have for each socket it may open. */
const filtersPerSocket = 1 / 4
/** Bytes of one message of a client: a join with a token. */
const largestMessage = 65_536
/**
 * Milliseconds over which sockets are closed when the server stops. Clients reconnect a second after that at the
 * earliest, and if the next server is not ready then, only two seconds later.
 */
const gracePeriod = 300
/** Milliseconds until sockets of clients that do not read are terminated, and for a database that does not respond. */
const timeout = 500
/** "Service restart": clients connect again. Source: RFC 6455, registry of close codes */
const restarting = 1012

/**
 * The realtime service of the contract: Phoenix channels over WebSockets, as unmodified clients of Supabase speak them.
 * Source: docs/decisions/012
 */
export async function openRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { databaseUrl, keys, outbox, socketsPerAddress, logFailure } = options
  const pools = openPools(databaseUrl)
  const published = await readPublishedTables(pools.unfiltered)
  const credentials = createCredentials({ sql: pools.unfiltered, keys })
  const groups = createDeliveryGroups({
    connections: pools,
    messagesFor: createMessages(published),
    isResumed: outbox.isResumed,
    delivered: (position) => outbox.savePosition(position),
    logFailure,
  })
  const filterLimits = createFilterLimits(Math.ceil(socketsPerAddress * filtersPerSocket))
  const binder = createBinder(pools.newFilters, published)
  const handle = createChannels({ groups, credentials, filterLimits, binder, logFailure })
  const onMalformed = createMalformedLog(logFailure)
  const unsubscribe = outbox.subscribe(groups)
  const connections = new Set<Connection>()
  const stopHeartbeatCheck = startHeartbeatCheck(connections, credentials)
  const perClient = createClientCounts(socketsPerAddress)
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: largestMessage,
    maxFragments: 64,
  })
  const inSlices = createTimeSlices()
  let closing: Promise<void> | null = null

  function rejectionFor(address: string): string | null {
    if (closing) return 'RealtimeRestarting: Realtime is restarting, please standby'
    return connections.size >= mostSockets || perClient.isFull(address) ? 'Too many connected users' : null
  }

  async function close(): Promise<void> {
    stopHeartbeatCheck()
    // From here on no change is delivered, so that the stored position is right for the next server.
    unsubscribe()
    // The timeout is for a database that does not respond.
    await Promise.race([groups.close(), pause(timeout)])
    // Spread over time, because clients reconnect after the same pause.
    const isSpread = connections.size > 100
    const closings = [...connections].map(async (connection) => {
      await pause(isSpread ? Math.random() * gracePeriod : 0)
      connection.closeAtOnce(restarting, 'Server restarts')
    })
    await Promise.all(closings)
    for (let waited = 0; connections.size > 0 && waited < timeout; waited += 20) await pause(20)
    for (const connection of connections) connection.terminate()
    await Promise.all(Object.values(pools).map((sql) => sql.end({ timeout: 1 })))
  }

  return {
    get sockets() {
      return connections.size
    },
    upgrade: (request, stream, { head, address, headers }) => {
      // A client that disconnects during the handshake is not an error.
      stream.on('error', () => stream.destroy())
      const full = rejectionFor(address)
      if (full) return sendError(stream, { status: closing ? 503 : 429, message: full }, headers)
      const handshake = readHandshake(request, credentials)
      if ('status' in handshake) return sendError(stream, handshake, headers)
      stream.once('close', perClient.add(address))
      inSlices(() => {
        if (stream.destroyed) return
        const reject = ({ message }: Error) => sendError(stream, { status: 400, message }, headers)
        // Emitted before handleUpgrade returns; without a listener, ws would answer in a form of its own.
        server.once('wsClientError', reject)
        server.handleUpgrade(request, stream, head, (socket) => {
          const { serializer, identity } = handshake
          const options = { address, identity, handle, onMalformed }
          const connection = new Connection({ socket, stream, serializer }, options)
          connections.add(connection)
          socket.once('close', () => connections.delete(connection))
        })
        server.off('wsClientError', reject)
      })
    },
    close: () => (closing ??= close()),
  }
}

/** The pools of the delivery groups, the first also for tokens, and one that checks new filters, so that no change waits for filters that others have just sent. */
function openPools(databaseUrl: string): GroupConnections & { newFilters: postgres.Sql } {
  const connection = { ...connectionSettings, statement_timeout: 5_000 }
  const open = (max: number) => postgres(databaseUrl, { max, ...connecting(5), connection })
  return { unfiltered: open(2), visitors: open(1), others: open(1), newFilters: open(1) }
}
