import postgres, { type Sql } from 'postgres'
import { connecting, connectionSettings } from './request-roles.ts'

const connectionsPerServer = 6

/** Milliseconds: a transaction that stores a file stays open until the object storage has received the file. */
const longestTransaction = 60_000

/**
 * Connections for the server's own work: their role is "service_role", and they may switch to the other request roles.
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
