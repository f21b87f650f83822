import { errors, jwtVerify, type JWTPayload } from 'jose'

/**
 * Checks the signature and the times of a token, as Supabase Lite does for the tables. Whether its session still exists
 * is for the database to say. Source: docs/behaviour/security.md#tokens
 * @returns the claims of the token
 * @throws errors.JOSEError
 */
export async function verifyToken(token: string, jwtSecret: string): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, Buffer.from(jwtSecret), { algorithms: ['HS256'] })
  if (payload.iat !== undefined && payload.iat > Math.floor(Date.now() / 1000))
    throw new errors.JWTClaimValidationFailed('The token was issued in the future', payload, 'iat', 'check_failed')
  return payload
}
