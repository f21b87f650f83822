import { compare } from 'bcryptjs'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { DatabaseError } from '#backend/database/database-error.ts'
import { createLimiter, TooManyWaiting } from '#backend/limiter.ts'
import { bearerToken, readClaims } from './require-writer.ts'
import type { SupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'
import { SIGN_IN_LIMIT } from '#domain/messages.ts'
import { createAttemptLimits } from './attempt-limits.ts'

interface SignInOptions {
  /** Connections that are "service_role". */
  sql: Sql
  lite: Pick<SupabaseLite, 'fetch'>
  jwtSecret: string
}

/** Hash compared when the account is unknown, so that timing does not reveal it. */
const unknownAccountHash = '$2b$10$SQe0UxFoyAxulwgpBuiYlOr3TIlTw3yOQ/UgO7UYKte7k1FshwPCO'

/** Comparisons of passwords, which keep the processor busy: how many run at once, and how many may wait. */
const [parallel, waiting] = [2, 30]

const credentials = z.object({ email: z.string().regex(/^\P{Cc}+$/u), password: z.string().min(1) })
const newPassword = z.object({ password: z.string().min(1) })

/**
 * Adds what the sign-in of Supabase Lite lacks: limits on guessing, equal timing for an unknown e-mail and a wrong
 * password, the end of a user's other sessions when the password changes, and the end of a stolen session.
 * Source: docs/behaviour/security.md#attempts-to-sign-in; docs/behaviour/security.md#stolen-refresh-tokens
 * @returns serves a request below /auth/v1/ that passed the guard; client is the address or network of the client, and
 *   requests without it are not limited
 */
export function createSignIn({ sql, lite, jwtSecret }: SignInOptions) {
  const limits = createAttemptLimits(sql, jwtSecret)
  const limitComparisons = createLimiter(parallel, waiting)

  async function signIn(request: Request, client: string | undefined): Promise<Response> {
    const parsed = credentials.safeParse(readJson(await request.text()))
    const forward = (given: object) => lite.fetch(new Request(request, { method: 'POST', body: JSON.stringify(given) }))
    // Malformed credentials are not forwarded: the response would differ from that to a wrong password.
    if (!parsed.success) return forward({})
    const { email, password } = parsed.data
    const attempt = client === undefined ? null : { email, client }
    const seconds = attempt ? await limits.begin(attempt) : 0
    if (seconds > 0) return tooMany(SIGN_IN_LIMIT.wait(seconds), seconds)
    const response = await limitComparisons(async () => {
      const forwarded = await forward({ email, password })
      if (forwarded.status === 400 && !(await hasPassword(email))) await compare(password, unknownAccountHash)
      return forwarded
    })
    if (response.ok && attempt) await limits.succeeded(attempt)
    return response
  }

  async function hasPassword(email: string): Promise<boolean> {
    const [row] = await sql<{ has: boolean }[]>`select rules.has_password(${email}) as has`
    return row?.has ?? false
  }

  async function changeUser(request: Request): Promise<Response> {
    const body = await request.text()
    const token = bearerToken(request.headers)
    const session = token && (await readClaims(token, jwtSecret))?.session_id
    const response = await lite.fetch(new Request(request, { method: 'PUT', body }))
    if (response.ok && session && newPassword.safeParse(readJson(body)).success)
      await sql`select rules.end_other_sessions(${session})`
    return response
  }

  /** A refresh token that is used twice was stolen, so its session ends. */
  async function refresh(request: Request): Promise<Response> {
    const response = await lite.fetch(request)
    const session = response.headers.get('sb-auth-session-id')
    if (response.headers.get('x-sb-error-code') === 'refresh_token_already_used' && session)
      await sql`select rules.end_session(${session})`
    return response
  }

  return async function handle(request: Request, client?: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice('/auth/v1/'.length)
    try {
      const grant = path === 'token' ? searchParams.get('grant_type') : null
      if (grant === 'password') return await signIn(request, client)
      if (grant === 'refresh_token') return await refresh(request)
      if (path === 'user' && request.method === 'PUT') return await changeUser(request)
      return await lite.fetch(request)
    } catch (error) {
      if (error instanceof TooManyWaiting) return tooMany(SIGN_IN_LIMIT.busy, 5)
      const databaseError = DatabaseError.of(error, 'anon')
      if (!databaseError) throw error
      return databaseError.getResponse()
    }
  }
}

/** In the format that the official sign-in client reads. */
function tooMany(message: string, seconds: number): Response {
  return Response.json(
    { code: 429, error_code: 'over_request_rate_limit', msg: message },
    { status: 429, headers: { 'retry-after': String(seconds) } },
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
