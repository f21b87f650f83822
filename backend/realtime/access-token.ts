import { decodeJwt, errors } from 'jose'
import { z } from 'zod'
import { isRequestRole, type RequestRole } from '#backend/database/request-roles.ts'
import { verifyToken } from '#backend/auth/token.ts'

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

/**
 * Checks a token. Whether its session still exists is for the database to say.
 * @throws TokenError
 */
export async function readAccessToken(token: string, jwtSecret: string): Promise<AccessToken> {
  const { data: claims } = claimsOfToken.safeParse(uncheckedClaims(token))
  if (!claims) throw new TokenError('InvalidJWTToken: Fields `role` and `exp` are required in JWT')
  try {
    await verifyToken(token, jwtSecret)
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new TokenError(expiryOf(claims.exp))
    if (error instanceof errors.JOSEError) throw new TokenError('JwtSignatureError: Failed to validate JWT signature')
    throw error
  }
  if (!isRequestRole(claims.role) || (claims.role === 'authenticated' && !(claims.sub && claims.session_id))) {
    throw new TokenError('Unauthorized: This token belongs to no session')
  }
  return { role: claims.role, claims }
}

/** @param expiredAt seconds since the epoch */
export function expiryOf(expiredAt: number): string {
  return `InvalidJWTToken: Token has expired ${Math.max(0, Math.floor(Date.now() / 1000 - expiredAt))} seconds ago`
}

function uncheckedClaims(token: string): unknown {
  try {
    return decodeJwt(token)
  } catch {
    throw new TokenError('MalformedJWT: The token provided is not a valid JWT')
  }
}
