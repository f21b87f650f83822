/**
 * The database roles a request may take, and how long one statement of theirs may run.
 * Source: docs/behaviour/security.md#limits-on-filters
 */
export const statementTimeouts = { anon: '3s', authenticated: '8s', service_role: '60s' }

export type RequestRole = keyof typeof statementTimeouts

export function isRequestRole(role: string): role is RequestRole {
  return Object.hasOwn(statementTimeouts, role)
}

/**
 * Options of every connection that serves requests, in seconds. The pause between retries does not grow, so that a
 * database that is available again is used at once.
 */
export const connecting = { connect_timeout: 5, backoff: () => 0.2, onnotice: () => {} }

/** Session settings of every connection that serves requests. */
export const connectionSettings = {
  application_name: 'suchana',
  TimeZone: 'UTC',
  standard_conforming_strings: 'on',
  jit: 'off',
  idle_in_transaction_session_timeout: 15_000,
}
