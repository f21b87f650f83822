import postgres, { type Sql } from 'postgres'
import { connectionSettings, quickAnswer, serving } from './request-roles.ts'

const connectionsPerServer = 6

/** Milliseconds: a transaction that stores a file stays open until the object storage has received the file. */
const longestTransaction = 60_000

/** Statements that wait for another upload of the same file, read all files or subscriptions, or change many notices. */
const slowStatement = /pg_advisory|rules\.(unused_files|count_page_views)|push\.(queue|settle_event|remind|statistics)/
/** All other statements, among them those of the sign-in, are quick. */
const limits = {
  ...serving(longestTransaction / 1000),
  // Attempts to sign in to one account are counted one after the other, also when there are hundreds at once.
  wait_timeout: 3,
  max_waiting: 500,
  answer_timeout: (statement: string) => (slowStatement.test(statement) ? longestTransaction / 1000 + 1 : quickAnswer),
}

/**
 * Connections for the server's own work: their role is "service_role", and they may switch to the other request roles.
 * @param databaseUrl address of a migrated database
 */
export function openServerConnections(databaseUrl: string): Sql {
  return postgres(databaseUrl, {
    max: connectionsPerServer,
    ...limits,
    connection: {
      ...connectionSettings,
      role: 'service_role',
      idle_in_transaction_session_timeout: longestTransaction,
      statement_timeout: longestTransaction,
    },
  })
}
