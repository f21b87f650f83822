/**
 * The database roles a request may take, and how long one statement of theirs may run.
 * Source: docs/behaviour/security.md#limits-on-filters
 */
export const statementTimeouts = { anon: '3s', authenticated: '8s', service_role: '60s' }

export type RequestRole = keyof typeof statementTimeouts

export function isRequestRole(role: string): role is RequestRole {
  return Object.hasOwn(statementTimeouts, role)
}

/** Statements that the database answers at once: a transaction begins or is undone, its settings, those of the sign-in. */
const quickStatement = /^\s*(begin|rollback|listen|select set_config|(select|insert|update|delete)\b.*"auth"\.)/s
export const quickAnswer = 4

/**
 * Options of every connection, in seconds. One that does not answer is dropped, because a silent database would be waited
 * for without end. The pause between retries does not grow, so that a database that is available again is used at once.
 * Source: docs/behaviour/faults.md#silent-or-slow-database; docs/decisions/030
 * @param longestStatement time after which the database itself ends a statement of these connections
 */
export function connecting(longestStatement: number) {
  return {
    connect_timeout: 3,
    answer_timeout: (statement: string) => (quickStatement.test(statement) ? quickAnswer : longestStatement + 1),
    backoff: () => 0.2,
    onnotice: () => {},
  }
}

/** The same for connections that serve requests, which wait for a free one for a second at most. */
export function serving(longestStatement: number) {
  return {
    ...connecting(longestStatement),
    wait_timeout: 1,
    max_waiting: 100,
    // A statement behind another one on the same connection would wait longer.
    max_pipeline: 0,
  }
}

/** @returns how long a statement of a role may run, in seconds */
export function statementSeconds(role: RequestRole): number {
  return Number.parseInt(statementTimeouts[role], 10)
}

/** Session settings of every connection that serves requests. */
export const connectionSettings = {
  application_name: 'suchana',
  TimeZone: 'UTC',
  standard_conforming_strings: 'on',
  jit: 'off',
  idle_in_transaction_session_timeout: 15_000,
  // Milliseconds after which a statement whose connection is gone ends: PostgreSQL would notice only at its end.
  client_connection_check_interval: 1_000,
}
