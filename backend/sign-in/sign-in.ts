import { compare } from 'bcryptjs'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { DatabaseError } from '#backend/database-error.ts'
import { createLimiter, TooManyWaiting } from '#backend/limiter.ts'
import { claimsOf } from '#backend/require-staff.ts'
import type { SupabaseLite } from '#backend/supabase-lite.ts'
import { SIGN_IN_LIMIT } from '#domain/messages.ts'
import { createAttemptLimits } from './attempt-limits.ts'

interface SignInOptions {
  /** Connections that are "service_role". */
  sql: Sql
  tables: Pick<SupabaseLite, 'fetch'>
  jwtSecret: string
}

/** Of nobody's password, as expensive to compare as every other. */
const nobodysHash = '$2b$10$SQe0UxFoyAxulwgpBuiYlOr3TIlTw3yOQ/UgO7UYKte7k1FshwPCO'

/** Comparing a password keeps the processor busy: so many at once, and so many that wait. */
const [parallel, waiting] = [2, 30]

const credentials = z.object({ email: z.string().regex(/^\P{Cc}+$/u), password: z.string().min(1) })
const newPassword = z.object({ password: z.string().min(1) })

/**
 * What the sign-in of the table interface lacks: limits on guessing, an unknown e-mail that takes as long as a wrong
 * password, the end of a person's other sessions when the password changes, and the end of a session that was stolen.
 * Source: security cases, "Sign-in behaviours", S27 and S28
 * @returns answers a request below /auth/v1/ that passed the guard; client is the address or network of who asks, and
 *   none is limited that has none
 */
export function createSignIn({ sql, tables, jwtSecret }: SignInOptions) {
  const limits = createAttemptLimits(sql, jwtSecret)
  const turn = createLimiter(parallel, waiting)

  async function signIn(request: Request, client: string | undefined): Promise<Response> {
    const asked = credentials.safeParse(readJson(await request.text()))
    const passedOn = (given: object) =>
      tables.fetch(new Request(request, { method: 'POST', body: JSON.stringify(given) }))
    // What is not text could be told from a wrong password by the answer: it never gets there.
    if (!asked.success) return passedOn({})
    const { email, password } = asked.data
    const attempt = client === undefined ? null : { email, client }
    const seconds = attempt ? await limits.begin(attempt) : 0
    if (seconds > 0) return tooMany(SIGN_IN_LIMIT.wait(seconds), seconds)
    const answer = await turn(async () => {
      const judged = await passedOn({ email, password })
      if (judged.status === 400 && !(await hasPassword(email))) await compare(password, nobodysHash)
      return judged
    })
    if (answer.ok && attempt) await limits.succeeded(attempt)
    return answer
  }

  async function hasPassword(email: string): Promise<boolean> {
    const [row] = await sql<{ has: boolean }[]>`select rules.has_password(${email}) as has`
    return row?.has ?? false
  }

  async function changeUser(request: Request): Promise<Response> {
    const body = await request.text()
    const session = claimsOf(request.headers.get('authorization') ?? '')?.session_id
    const answer = await tables.fetch(new Request(request, { method: 'PUT', body }))
    if (answer.ok && session && newPassword.safeParse(readJson(body)).success)
      await sql`select rules.end_other_sessions(${session})`
    return answer
  }

  /** A refresh token that comes twice was stolen: nobody keeps the session. */
  async function refresh(request: Request): Promise<Response> {
    const answer = await tables.fetch(request)
    const session = answer.headers.get('sb-auth-session-id')
    if (answer.headers.get('x-sb-error-code') === 'refresh_token_already_used' && session)
      await sql`select rules.end_session(${session})`
    return answer
  }

  return async function answer(request: Request, client?: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice('/auth/v1/'.length)
    try {
      const grant = path === 'token' ? searchParams.get('grant_type') : null
      if (grant === 'password') return await signIn(request, client)
      if (grant === 'refresh_token') return await refresh(request)
      if (path === 'user' && request.method === 'PUT') return await changeUser(request)
      return await tables.fetch(request)
    } catch (error) {
      if (error instanceof TooManyWaiting) return tooMany(SIGN_IN_LIMIT.busy, 5)
      const refusal = DatabaseError.of(error, 'anon')
      if (!refusal) throw error
      return refusal.getResponse()
    }
  }
}

/** As the official sign-in client reads it. */
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
