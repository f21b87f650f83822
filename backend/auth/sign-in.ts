import type { Sql } from 'postgres'
import { z } from 'zod'
import { DatabaseError } from '#backend/database/database-error.ts'
import { TooManyWaiting } from '#backend/limiter.ts'
import type { Keys, SupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'
import { SIGN_IN_LIMIT } from '#domain/messages.ts'
import { roleOfKey } from './api-key.ts'
import { createAttemptLimits } from './attempt-limits.ts'
import { changeOwnPassword } from './password-change.ts'
import { openPasswordHashes } from './password-hashes.ts'
import { bearerToken, readClaims } from './require-writer.ts'
import { createSessions, type SessionLifetime } from './sessions.ts'
import { signInError, tooManyAttempts } from './sign-in-error.ts'
import { refuseToken } from './token.ts'

interface SignInOptions {
  /** Connections that are "service_role". */
  sql: Sql
  lite: Pick<SupabaseLite, 'fetch'>
  keys: Keys
  /** Address that visitors see, without a slash at the end. */
  siteUrl: string
  lifetime: SessionLifetime
}

const credentials = z.object({ email: z.string().regex(/^\P{Cc}+$/u), password: z.string().min(1) })
const userChange = z.looseObject({ password: z.unknown().optional(), current_password: z.unknown().optional() })

const folder = '/auth/v1'

/** Seconds after which a client may try again when too many others sign in. */
const busySeconds = 5

/**
 * Serves sign-in, refreshes, sign-out and changes of a password. Everything else of the sign-in is answered by Supabase Lite.
 * Source: docs/behaviour/security.md#attempts-to-sign-in
 */
export function openSignIn({ sql, lite, keys, siteUrl, lifetime }: SignInOptions) {
  const limits = createAttemptLimits(sql, keys.jwtSecret)
  const passwords = openPasswordHashes()
  const sessions = createSessions({ sql, lite, keys, issuer: siteUrl + folder, lifetime })

  async function signIn(request: Request, client: string | undefined): Promise<Response> {
    const parsed = credentials.safeParse(readJson(await request.text()))
    // The response of Lite to nothing: that to malformed credentials must not differ from it.
    if (!parsed.success) return lite.fetch(new Request(request, { method: 'POST', body: '{}' }))
    const { email, password } = parsed.data
    const attempt = client === undefined ? null : { email, client }
    const { seconds, isKnown } = attempt ? await limits.begin(attempt) : { seconds: 0, isKnown: false }
    if (seconds > 0) return tooManyAttempts(SIGN_IN_LIMIT.wait(seconds), seconds)
    const [found] = await sql<{ account: string; hash: string }[]>`
      select account, password_hash as hash from rules.password_of(${email})`
    const isRight = await passwords.matches(password, found?.hash ?? null, isKnown ? 'known' : 'unknown')
    if (!found || !isRight)
      return signInError(400, { code: 'invalid_credentials', message: 'Invalid login credentials' })
    if (attempt) await limits.succeeded(attempt)
    return sessions.start(found.account)
  }

  async function changeUser(request: Request, client: string | undefined): Promise<Response> {
    const change = userChange.safeParse(readJson(await request.text())).data
    if (!change) return signInError(400, { code: 'bad_json', message: 'The body is no JSON object' })
    const { password, current_password: currentPassword, ...others } = change
    const token = bearerToken(request.headers)
    const session = token && (await readClaims(token, keys.jwtSecret))?.session_id
    if (password !== undefined && session) {
      const error = await changeOwnPassword({ sql, limits, passwords }, { session, password, currentPassword, client })
      if (error) return error
    }
    // Lite never gets the password: it would not ask for the current one.
    return lite.fetch(new Request(request, { method: 'PUT', body: JSON.stringify(others) }))
  }

  async function respond(request: Request, client: string | undefined): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice(folder.length + 1)
    const key = request.headers.get('apikey') ?? searchParams.get('apikey') ?? ''
    if (!roleOfKey(key, keys)) return lite.fetch(request)
    const grant = path === 'token' ? searchParams.get('grant_type') : null
    if (grant === 'password') return signIn(request, client)
    if (grant === 'refresh_token') return sessions.refresh(request)
    // A client whose token has expired may send it with its refresh token.
    const error = path === 'token' ? null : await refuseToken(request, keys.jwtSecret)
    if (error) return error
    if (path === 'logout') return sessions.end(request)
    return path === 'user' && request.method === 'PUT' ? changeUser(request, client) : lite.fetch(request)
  }

  return {
    /**
     * Serves a request below /auth/v1/ that passed the guard.
     * @param client address or network of the client; requests without it are not limited
     */
    async handle(request: Request, client?: string): Promise<Response> {
      try {
        return await respond(request, client)
      } catch (error) {
        if (error instanceof TooManyWaiting) return tooManyAttempts(SIGN_IN_LIMIT.busy, busySeconds)
        const databaseError = DatabaseError.of(error, 'anon')
        if (!databaseError) throw error
        return databaseError.getResponse()
      }
    },
    close: () => passwords.close(),
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
