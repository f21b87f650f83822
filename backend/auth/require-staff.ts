import { z } from 'zod'
import type { SupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'

/** A client that may write: the database role of its request, and the claims of its token. */
export interface Writer {
  role: 'authenticated' | 'service_role'
  claims: { sub?: string; session_id?: string | undefined }
}

const tokenClaims = z.object({ sub: z.string(), session_id: z.string().optional() })

/**
 * Authenticates a client that writes. Supabase Lite checks key and token, and the database checks the session and the
 * role as they are now: there is no second way to check a token, and a sign-out counts at once.
 * Source: docs/behaviour/security.md#tokens; docs/behaviour/security.md#end-of-sessions
 * @returns the admin or the server itself; 401 without a valid session, 403 for other signed-in users, 503 when the
 *   database cannot be reached
 */
export async function requireWriter(
  request: Request,
  tables: Pick<SupabaseLite, 'fetch'>,
): Promise<Writer | 401 | 403 | 503> {
  const [apikey, authorization] = ['apikey', 'authorization'].map((name) => request.headers.get(name) ?? '')
  if (!apikey) return 401
  const response = await tables.fetch(
    new Request(new URL('/rest/v1/rpc/is_admin', request.url), {
      headers: { apikey, ...(authorization && { authorization }) },
    }),
  )
  if (!response.ok) return response.status >= 500 ? 503 : 401
  if ((await response.json()) === true) return { role: 'authenticated', claims: claimsOf(authorization ?? '') ?? {} }
  return apikey.startsWith('sb_secret_') && !isToken(authorization ?? '') ? { role: 'service_role', claims: {} } : 403
}

function isToken(authorization: string): boolean {
  return authorization.split('.').length === 3
}

/**
 * Reads the claims of a token without checking it; the caller has to know that it is valid.
 * @param authorization the header of a request
 * @returns null when it is no token of an account
 */
export function claimsOf(authorization: string): { sub: string; session_id?: string | undefined } | null {
  const [, payload = ''] = authorization.split('.')
  try {
    return tokenClaims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  } catch {
    return null
  }
}
