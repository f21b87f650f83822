import { DatabaseError } from '#backend/database/database-error.ts'
import { isRequestRole, statementTimeouts, type RequestRole } from '#backend/database/request-roles.ts'
import { currentAct, currentSettings } from './current-request.ts'

/** Who sends a request, as Supabase Lite has read it from the key and the token. */
export interface RequestUser {
  role?: string
  uid?: string | null
  jwt?: object | null
}

/**
 * @returns the role of a request, and SQL that sets the role, its limits and PostgREST's settings in one round trip, which can
 *   include "begin", and checks the session
 * @throws DatabaseError for a role that requests may not take
 */
export function requestSettings(user: RequestUser | undefined): { role: RequestRole; settings: string } {
  const role = user?.role ?? 'anon'
  if (!isRequestRole(role)) throw DatabaseError.role(role)
  const local = {
    role: role,
    statement_timeout: statementTimeouts[role],
    'request.jwt.claim.sub': user?.uid ?? '',
    'request.jwt.claim.role': role,
    'request.jwt.claims': JSON.stringify({ ...user?.jwt, role }),
    ...currentSettings(),
    ...currentAct(),
  }
  const calls = Object.entries(local).map(([name, value]) => `set_config('${name}', ${literal(value)}, true)`)
  // A session that has ended counts no more, although its token is still valid.
  const session = role === 'authenticated' ? '; select rules.require_session()' : ''
  return { role, settings: `select ${calls.join(', ')}${session}` }
}

/** Text as an SQL literal; the connection has standard_conforming_strings on, where only the quote is special. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
