import { availableParallelism } from 'node:os'
import { connectionSettings, serving, statementSeconds, type RequestRole } from '#backend/database/request-roles.ts'
import { isoTimestamp } from '#domain/dates.ts'

/** Most connections of one server for the requests of each role; those of visitors may occupy the processors of the database. */
const connectionsPerServer: Record<RequestRole, number> = {
  anon: Math.min(4, 2 * availableParallelism()),
  authenticated: 10,
  service_role: 2,
}

/** Bytes of a result that are read before the connection is dropped. Source: docs/behaviour/security.md#limits-on-reads-of-visitors */
export const largestAnswer = 2_000_000

/** PostgreSQL reads the texts of these types itself: the driver would write a text as JSON text once more, and as false. */
const typesOfTexts = {
  json: textsAsTheyAre(114),
  jsonb: textsAsTheyAre(3802),
  boolean: { ...textsAsTheyAre(16), parse: (text: string) => text === 't' },
  bytea: { ...textsAsTheyAre(17), parse: (text: string) => text },
}

function textsAsTheyAre(type: number) {
  const serialize = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return { to: type, from: [type], serialize, parse: (text: string): unknown => JSON.parse(text) }
}

/**
 * Options of the connections that serve the REST API.
 * @param role the role of their requests; the sign-in uses those of "authenticated"
 * @param settings more settings of the sessions
 */
export function poolOptions(role: RequestRole, settings: Record<string, string>) {
  return {
    max: connectionsPerServer[role],
    ...serving(statementSeconds(role)),
    ...(role === 'anon' && { max_result: largestAnswer }),
    connection: { ...connectionSettings, ...settings },
    types: {
      ...typesOfTexts,
      timestamptz: { to: 1184, from: [1184], serialize: String, parse: isoTimestamp },
      // Lite would answer 250.50 as a text, because it is not how JavaScript prints the number.
      numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
    },
  }
}
