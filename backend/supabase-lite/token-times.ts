import { decodeJwt, SignJWT } from 'jose'
import { bearerToken } from '#backend/auth/require-writer.ts'
import { verifyToken } from '#backend/auth/token.ts'

/**
 * Supabase Lite accepts no token of a server whose clock is ahead, and gets the same claims as a token that was issued now.
 * Source: docs/behaviour/security.md#tokens
 * @returns the request as Supabase Lite may get it; with the given token when that is not valid
 */
export async function withPastToken(request: Request, jwtSecret: string): Promise<Request> {
  const token = bearerToken(request.headers)
  const now = Math.floor(Date.now() / 1000)
  if (token === null || issuedAt(token) <= now) return request
  const claims = await verifyToken(token, jwtSecret).catch(() => null)
  if (!claims) return request
  const signed = new SignJWT({ ...claims, iat: now }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${await signed.sign(Buffer.from(jwtSecret))}`)
  return new Request(request, { headers })
}

function issuedAt(token: string): number {
  try {
    return decodeJwt(token).iat ?? 0
  } catch {
    return 0
  }
}
