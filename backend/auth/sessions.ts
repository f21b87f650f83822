import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { z } from 'zod'
import type { Keys, SupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'
import { ACCESS_TOKEN_SECONDS, REFRESH_REUSE_SECONDS } from '#domain/staff-limits.ts'
import { currentSession } from './current-session.ts'
import { signInError } from './sign-in-error.ts'
import { signToken } from './token.ts'

/** How long sessions last, in days. */
export interface SessionLifetime {
  /** Without a refresh; an open page of the admin refreshes its session twice an hour. */
  idleDays: number
  /** In all. */
  days: number
}

interface BegunSession {
  /** Id of the account. */
  account: string
  /** What it has shown. */
  method: 'password' | 'otp'
  /** The browser of the request. */
  device: string | null
  /** The hash with which the password was compared. */
  hash?: string | null
}

interface SessionOptions {
  /** Connections that are "service_role". */
  sql: Sql
  lite: Pick<SupabaseLite, 'fetch'>
  keys: Keys
  /** Address of the sign-in, which its tokens name. */
  issuer: string
  lifetime: SessionLifetime
}

/** What the database says of a session that was begun or refreshed. */
interface Granted {
  session: string
  account: string
  email: string
  refreshToken: string
  /** Level of authentication of the session. */
  assurance: string
  /** What was shown for the session, the last first; times in seconds since the epoch. */
  methods: { method: string; timestamp: number }[]
  /** Until the session ends, however often it is refreshed. */
  secondsLeft: number
}

type RefreshError = keyof typeof refusals

const refusals = {
  refresh_token_not_found: 'Invalid Refresh Token: Refresh Token Not Found',
  refresh_token_already_used: 'Invalid Refresh Token: Already Used',
  session_expired: 'Invalid Refresh Token: Session Expired',
}

/** Source: supabase/auth, openapi.yaml, /logout */
const signOutScope = z.enum(['global', 'local', 'others'])

/** What access tokens repeat of the account. */
const accountClaims = z.object({
  email: z.string(),
  phone: z.string(),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
  is_anonymous: z.boolean(),
})

const accountId = z.looseObject({ id: z.uuid() })

const refreshBody = z.object({ refresh_token: z.string().regex(/^[\w-]{1,255}$/) })

/**
 * Begins and refreshes sessions. The database serialises the requests of a session, so that two refreshes at the same
 * time get the same refresh token.
 * Source: docs/behaviour/security.md#stolen-refresh-tokens; docs/behaviour/security.md#duration-of-sessions
 */
export function createSessions({ sql, lite, keys, issuer, lifetime }: SessionOptions) {
  const idle = `${lifetime.idleDays} days`
  const longest = `${lifetime.days} days`

  /** @returns the response of the token endpoint */
  async function respond(granted: Granted | undefined): Promise<Response> {
    if (!granted) throw new Error('The database returned no session')
    const expiresIn = Math.min(ACCESS_TOKEN_SECONDS, granted.secondsLeft)
    const claims = { sub: granted.account, email: granted.email, session_id: granted.session }
    const response = await userOf(await signToken(claims, keys.jwtSecret, expiresIn))
    if (!response.ok) return response
    const user = await withFactors(await response.json())
    return Response.json({
      access_token: await signToken({ ...claims, ...claimsOf(granted, user) }, keys.jwtSecret, expiresIn),
      token_type: 'bearer',
      expires_in: expiresIn,
      expires_at: Math.floor(Date.now() / 1000) + expiresIn,
      refresh_token: granted.refreshToken,
      user,
    })
  }

  /** The further claims of the tokens of supabase/auth. Source: docs/behaviour/contract.md#access-tokens */
  function claimsOf({ assurance, methods }: Granted, user: unknown) {
    return { iss: issuer, aal: assurance, amr: methods, ...accountClaims.parse(user) }
  }

  /** Clients read from the account whether it has second factors. */
  async function withFactors(user: unknown): Promise<unknown> {
    const account = accountId.safeParse(user).data
    if (!account) return user
    const factors = await sql`
      select id, name as friendly_name, 'totp' as factor_type,
             case when is_verified then 'verified' else 'unverified' end as status, created_at, updated_at
        from rules.factors_of(${account.id})`
    return { ...account, factors }
  }

  function userOf(token: string): Promise<Response> {
    const headers = { apikey: keys.publishableKey, authorization: `Bearer ${token}` }
    return lite.fetch(new Request('http://localhost/auth/v1/user', { headers }))
  }

  return {
    /** @returns null when the account is gone, or its password is another one by now */
    async start({ account, method, device, hash = null }: BegunSession): Promise<Response | null> {
      const [row] = await sql<{ granted: Granted | null }[]>`
        select rules.begin_session(${account}, ${method}, ${device}, ${randomUUID()}, ${idle}::interval,
          ${longest}::interval, ${hash}) as granted`
      return row?.granted ? respond(row.granted) : null
    },

    /**
     * @param statement raises a session, which gets the refresh token and lasts as long as given
     * @returns null when the statement has raised none
     */
    async raise(
      statement: (token: string, longest: string) => PromiseLike<{ granted: Granted | null }[]>,
    ): Promise<Response | null> {
      const [row] = await statement(randomUUID(), longest)
      return row?.granted ? respond(row.granted) : null
    },

    withFactors,

    async refresh(request: Request): Promise<Response> {
      const parsed = refreshBody.safeParse(await request.json().catch(() => null))
      if (!parsed.success) return signInError(400, { code: 'validation_failed', message: 'Refresh token is not valid' })
      const [row] = await sql<{ outcome: Granted | { refusal: RefreshError } }[]>`
        select rules.refresh_session(${parsed.data.refresh_token}, ${randomUUID()}, ${`${REFRESH_REUSE_SECONDS} seconds`}::interval,
          ${idle}::interval, ${longest}::interval) as outcome`
      const outcome = row?.outcome
      return outcome && 'refusal' in outcome
        ? signInError(400, { code: outcome.refusal, message: refusals[outcome.refusal] })
        : respond(outcome)
    },

    /**
     * Ends the session of the request's token, the others of its account, or all: `scope` in the address. Without the
     * second factor of its account a session ends only itself. Source: docs/behaviour/security.md#end-of-sessions
     */
    async end(request: Request): Promise<Response> {
      const scope = signOutScope.safeParse(new URL(request.url).searchParams.get('scope') ?? 'global')
      if (!scope.success) return signInError(400, { code: 'validation_failed', message: 'Unsupported logout scope' })
      const current = await currentSession(request, { sql, jwtSecret: keys.jwtSecret })
      if (current instanceof Response) return current
      const endsItselfOnly = current.hasFactor && !current.isRaised
      if (endsItselfOnly && scope.data === 'others')
        return signInError(403, { code: 'insufficient_aal', message: 'AAL2 required to end other sessions' })
      // Clients sign out with the scope "global" unless they are told otherwise, so that is not refused.
      const ended = endsItselfOnly ? 'local' : scope.data
      const [row] = await sql<{ found: boolean }[]>`select rules.sign_out(${current.session}, ${ended}) as found`
      if (!row?.found) return signInError(403, { code: 'session_not_found', message: 'The session has ended before' })
      return new Response(null, { status: 204 })
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
