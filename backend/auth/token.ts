import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'

const audience = 'authenticated'

/** Seconds by which the clock of the server that signed a token may be ahead. Source: PostgREST, "JWT Claims Validation" */
const clockSkew = 30

/**
 * Signs the access token of a session.
 * @param claims.sub id of the account
 * @param seconds how long the token is valid
 */
export function signToken(
  claims: JWTPayload & { sub: string; session_id: string },
  jwtSecret: string,
  seconds: number,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ aud: audience, role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(Buffer.from(jwtSecret))
}

/**
 * Checks signature, times and audience of a token: the one rule of tables, sign-in, realtime, functions and storage.
 * Whether its session still exists is for the database to say. Source: docs/behaviour/security.md#tokens
 * @returns the claims of the token
 * @throws errors.JOSEError
 */
export async function verifyToken(token: string, jwtSecret: string): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, Buffer.from(jwtSecret), {
    algorithms: ['HS256'],
    audience,
    requiredClaims: ['exp'],
  })
  if (payload.iat !== undefined && payload.iat > Math.floor(Date.now() / 1000) + clockSkew)
    throw new errors.JWTClaimValidationFailed('JWT issued at future', payload, 'iat', 'check_failed')
  return payload
}

/**
 * Checks the token of a request, if it has one. Keys and their absence are for others to judge.
 * @returns null, or a response with status 401 in PostgREST's format
 */
export async function refuseToken({ headers }: Request, jwtSecret: string): Promise<Response | null> {
  const [, token] = /^Bearer\s+(?!sb_)(.*)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (token === undefined) return null
  try {
    await verifyToken(token, jwtSecret)
    return null
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    const body = { ...reasonOf(error), details: null, hint: null }
    return Response.json(body, { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
  }
}

/** Source: PostgREST, "Errors", group 3 */
function reasonOf(error: errors.JOSEError): { code: string; message: string } {
  if (error instanceof errors.JWTExpired) return { code: 'PGRST303', message: 'JWT expired' }
  if (error instanceof errors.JWTClaimValidationFailed) return { code: 'PGRST303', message: error.message }
  return { code: 'PGRST301', message: 'No suitable key or wrong key type' }
}
