import { errors } from 'jose'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { roleOfKey } from './api-key.ts'
import { DatabaseError } from '#backend/database/database-error.ts'
import { runAs } from '#backend/database/run-as.ts'
import type { Keys } from '#backend/supabase-lite/supabase-lite.ts'
import { verifyToken } from './token.ts'

/** A client that may write: the database role of its request, and the claims of its token. */
export interface Writer {
  role: 'authenticated' | 'service_role'
  claims: { sub?: string; session_id?: string | undefined; aal?: string | undefined }
}

interface Rights {
  /** Connections that may switch to the request roles. */
  sql: Sql
  keys: Keys
  /** Whom the call is for: admins alone, or editors too. */
  callers: 'admins' | 'staff'
}

const tokenClaims = z.object({
  role: z.literal('authenticated'),
  sub: z.string(),
  session_id: z.string().optional(),
  aal: z.string().optional(),
})

/**
 * Authenticates a client that writes. The database checks the session and the role as they are now, so that a sign-out
 * counts at once. Source: docs/behaviour/security.md#tokens; docs/behaviour/security.md#end-of-sessions
 * @returns the staff member or the server itself; 401 without an existing session, 403 for other signed-in users, 503 when the
 *   database cannot be reached
 */
export async function requireWriter(
  { headers }: Request,
  { sql, keys, callers }: Rights,
): Promise<Writer | 401 | 403 | 503> {
  const keyRole = roleOfKey(headers.get('apikey') ?? '', keys)
  if (!keyRole) return 401
  const token = bearerToken(headers)
  if (!token) return keyRole === 'service_role' ? { role: keyRole, claims: {} } : 401
  const claims = await readClaims(token, keys.jwtSecret)
  if (!claims) return 401
  try {
    const { role, ...own } = claims
    const [found] = await runAs(
      sql,
      { role, claims: own },
      (by) =>
        by<
          { isAdmin: boolean; isStaff: boolean; hasSession: boolean }[]
        >`select is_admin() as "isAdmin", is_staff() as "isStaff", rules.has_session() as "hasSession"`,
    )
    if (!found?.hasSession) return 401
    return (callers === 'admins' ? found.isAdmin : found.isStaff) ? { role, claims: own } : 403
  } catch (error) {
    if ((DatabaseError.of(error, 'authenticated')?.status ?? 0) >= 500) return 503
    throw error
  }
}

/** @returns the token of a request; null for a request with keys alone */
export function bearerToken(headers: Headers): string | null {
  return /^Bearer ([^.]+\.[^.]+\.[^.]+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? null
}

/** @returns null for a token that is not valid, or not one of an account */
export async function readClaims(token: string, jwtSecret: string): Promise<z.infer<typeof tokenClaims> | null> {
  try {
    return tokenClaims.parse(await verifyToken(token, jwtSecret))
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null
    throw error
  }
}
