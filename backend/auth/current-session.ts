import type { Sql } from 'postgres'
import { bearerToken, readClaims } from './require-writer.ts'
import { signInError } from './sign-in-error.ts'

/** The session of a request, as the database knows it. */
export interface CurrentSession {
  session: string
  account: string
  email: string
  /** Whether the second factor was given, as the token and the session both say. */
  isRaised: boolean
  /** Whether the account has a second factor that has been used. */
  hasFactor: boolean
  /** What was shown for it: "password", "otp" for a link of the last minutes, "totp", "recovery_code". */
  methods: string[]
}

/**
 * @param parts.sql connections that are "service_role"
 * @returns the session that the token of a request belongs to, or the response of supabase/auth when there is none
 */
export async function currentSession(
  request: Request,
  { sql, jwtSecret }: { sql: Sql; jwtSecret: string },
): Promise<CurrentSession | Response> {
  const token = bearerToken(request.headers)
  const claims = token ? await readClaims(token, jwtSecret) : null
  if (!claims?.session_id)
    return signInError(401, { code: 'no_authorization', message: 'This endpoint requires a valid token' })
  const session = claims.session_id
  const [found] = await sql<(Omit<CurrentSession, 'session' | 'isRaised'> & { assurance: string })[]>`
    select account, email, assurance, has_factor as "hasFactor", methods from rules.session_state(${session})`
  if (!found) return signInError(403, { code: 'session_not_found', message: 'The session has ended before' })
  const { assurance, ...known } = found
  return { ...known, session, isRaised: assurance === 'aal2' && claims.aal === 'aal2' }
}
