import postgres, { type Sql } from 'postgres'
import { connecting, connectionSettings } from './request-roles.ts'

const connectionsPerServer = 6

/** Milliseconds that a file may take on its way to an object storage, with its row waiting for it. */
const longestTransaction = 60_000

/**
 * Connections for what the server itself does: they are "service_role", and may change into the other request roles.
 * @param databaseUrl address of a migrated database
 */
export function openServerConnections(databaseUrl: string): Sql {
  return postgres(databaseUrl, {
    max: connectionsPerServer,
    ...connecting,
    connection: {
      ...connectionSettings,
      role: 'service_role',
      idle_in_transaction_session_timeout: longestTransaction,
      statement_timeout: longestTransaction,
    },
  })
}
