import postgres, { type Sql } from 'postgres'
import { connecting, connectionSettings, quickAnswer, serving } from './request-roles.ts'

/** Connections of one server: for requests, and for background work. */
const [forRequests, forBackground] = [6, 3]

/** Milliseconds: a transaction that stores a file stays open until the object storage has received the file. */
const longestTransaction = 60_000

/** Statements that wait for another upload of the same file, or read or write all subscriptions. */
const slowStatement = /pg_advisory|push\.(queue|change_planned|statistics)/

/**
 * Connections for what the server itself does for a request: the sign-in, files, calls of notifications. Their
 * role is "service_role", and they may switch to the other request roles.
 * @param databaseUrl address of a migrated database
 */
export function openServerConnections(databaseUrl: string): Sql {
  return open(databaseUrl, forRequests, {
    ...serving(longestTransaction / 1000),
    // Attempts to sign in to one account are counted one after the other, also when there are hundreds at once.
    wait_timeout: 3,
    max_waiting: 500,
    // All others, among them those of the sign-in, are quick.
    answer_timeout: (statement: string) =>
      slowStatement.test(statement) ? longestTransaction / 1000 + 1 : quickAnswer,
  })
}

/**
 * Connections for background work, which no request waits for. Their role is "service_role", and their statements may take as long as the
 * database lets them: one that was ended early would be as slow the next time, and never succeed.
 * @param databaseUrl address of a migrated database
 */
export function openBackgroundConnections(databaseUrl: string): Sql {
  return open(databaseUrl, forBackground, {
    ...connecting(longestTransaction / 1000),
    // A pipelined statement would also be ended for the time that the statement before it took.
    max_pipeline: 0,
  })
}

function open(databaseUrl: string, max: number, limits: object): Sql {
  return postgres(databaseUrl, {
    max,
    ...limits,
    connection: {
      ...connectionSettings,
      role: 'service_role',
      idle_in_transaction_session_timeout: longestTransaction,
      statement_timeout: longestTransaction,
    },
  })
}
