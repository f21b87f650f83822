import { z } from 'zod'
import { isRequestRole, type RequestRole } from '#backend/database/request-roles.ts'
import type { SupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'

const claimsOfToken = z.looseObject({
  role: z.string(),
  exp: z.number(),
  sub: z.string().optional(),
  session_id: z.uuid().optional(),
})

export interface AccessToken {
  role: RequestRole
  claims: z.infer<typeof claimsOfToken>
}

/** Why a token does not count, as `<Code>: <text>`. Source: supabase/realtime, ERROR_CODES.md */
export class TokenError extends Error {
  override name = 'TokenError'
}

/** The token could not be checked, because the database cannot be reached. */
export class TokenNotChecked extends Error {
  override name = 'TokenNotChecked'
}

/**
 * Has Supabase Lite check a token: there is no second way to check one. Whether its session still exists is for the
 * database to say. Source: docs/behaviour/security.md#tokens
 * @param apikey the publishable key
 * @throws TokenError, TokenNotChecked
 */
export async function readAccessToken(
  token: string,
  tables: Pick<SupabaseLite, 'fetch'>,
  apikey: string,
): Promise<AccessToken> {
  const { data: claims } = claimsOfToken.safeParse(claimsIn(token))
  if (!claims) throw new TokenError('InvalidJWTToken: Fields `role` and `exp` are required in JWT')
  if (claims.exp <= Date.now() / 1000) throw new TokenError(expiryOf(claims.exp))
  const headers = { apikey, authorization: `Bearer ${token}` }
  const response = await tables.fetch(new Request('http://localhost/rest/v1/categories?select=id&limit=0', { headers }))
  if (response.status >= 500) throw new TokenNotChecked()
  if (!response.ok) throw new TokenError('JwtSignatureError: Failed to validate JWT signature')
  if (!isRequestRole(claims.role) || (claims.role === 'authenticated' && !(claims.sub && claims.session_id))) {
    throw new TokenError('Unauthorized: This token belongs to no session')
  }
  return { role: claims.role, claims }
}

/** @param expiredAt seconds since the epoch */
export function expiryOf(expiredAt: number): string {
  return `InvalidJWTToken: Token has expired ${Math.max(0, Math.floor(Date.now() / 1000 - expiredAt))} seconds ago`
}

function claimsIn(token: string): unknown {
  try {
    const [, claims, signature] = token.split('.')
    if (claims && signature) return JSON.parse(Buffer.from(claims, 'base64url').toString())
  } catch {
    // Handled like a text without dots.
  }
  throw new TokenError('MalformedJWT: The token provided is not a valid JWT')
}
