import type { Sql } from 'postgres'
import { z } from 'zod'
import { DatabaseError } from '#backend/database/database-error.ts'
import type { Mailer } from '#backend/mail/mailer.ts'
import { TooManyWaiting } from '#backend/limiter.ts'
import type { Keys, SupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'
import { SIGN_IN_LIMIT } from '#domain/messages.ts'
import { readJson } from '#domain/read-json.ts'
import { roleOfKey } from './api-key.ts'
import { createAttemptLimits } from './attempt-limits.ts'
import { changeOwnPassword } from './password-change.ts'
import { openPasswordHashes } from './password-hashes.ts'
import { currentSession, type CurrentSession } from './current-session.ts'
import { createFactors } from './factors.ts'
import { createLinks } from './links.ts'
import { requireWriter } from './require-writer.ts'
import { sealedSecrets } from './sealed-secrets.ts'
import { createSessions, type SessionLifetime } from './sessions.ts'
import { signInError, tooManyAttempts } from './sign-in-error.ts'
import { refuseToken } from './token.ts'

interface SignInOptions {
  /** Connections that are "service_role". */
  sql: Sql
  lite: Pick<SupabaseLite, 'fetch' | 'createAccount'>
  keys: Keys
  /** Address that visitors see, without a slash at the end. */
  siteUrl: string
  /** Name of the site, in mails and authenticator apps. */
  siteName: string
  /** null where the operator has set up no mail server. */
  mailer: Mailer | null
  logFailure: (what: string, error: unknown) => void
  lifetime: SessionLifetime
}

/** In lower case before anything reads it: the database writes other capital letters in lower case, such as "İ" as "i". */
const email = z
  .string()
  .regex(/^\P{Cc}+$/u)
  .toLowerCase()
const credentials = z.object({ email, password: z.string().min(1) })
const userChange = z.looseObject({ password: z.unknown().optional(), current_password: z.unknown().optional() })
/** What the official client can ask to change, and nothing here would confirm. */
const newAddress = z.looseObject({ email: z.string() }).or(z.looseObject({ phone: z.string() }))

const folder = '/auth/v1'

/** Seconds after which a client may try again when too many others sign in. */
const busySeconds = 5

/**
 * Serves sign-in, refreshes, sign-out, changes of a password, second factors and links. Everything else of the sign-in is answered by Supabase Lite.
 * Source: docs/behaviour/security.md#attempts-to-sign-in
 */
export function openSignIn(options: SignInOptions) {
  const { sql, lite, keys, siteUrl, lifetime } = options
  const limits = createAttemptLimits(sql, keys.jwtSecret)
  const passwords = openPasswordHashes()
  const sessions = createSessions({ sql, lite, keys, issuer: siteUrl + folder, lifetime })
  const secrets = sealedSecrets(keys.jwtSecret)
  const factors = createFactors({ ...options, secrets, limits, sessions })
  const links = createLinks({ ...options, secrets, passwords, sessions })

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
    const refuse = () => signInError(400, { code: 'invalid_credentials', message: 'Invalid login credentials' })
    if (!found || !isRight) return refuse()
    if (attempt) await limits.succeeded(attempt)
    const device = request.headers.get('user-agent')
    return (await sessions.start({ ...found, method: 'password', device })) ?? refuse()
  }

  async function changeUser(request: Request, client: string | undefined): Promise<Response> {
    const change = readUserChange(await request.text())
    if (change instanceof Response) return change
    const { password, current_password: currentPassword, ...others } = change
    const current = await currentSession(request, { sql, jwtSecret: keys.jwtSecret })
    if (password !== undefined && !(current instanceof Response)) {
      const { session, hasFactor, isRaised, methods } = current
      if (hasFactor && !isRaised)
        return signInError(403, { code: 'insufficient_aal', message: 'AAL2 required to change the password' })
      const isByLink = methods.includes('otp')
      const given = { session, password, currentPassword, isByLink, client }
      const error = await changeOwnPassword({ sql, limits, passwords }, given)
      if (error) return error
    }
    // Lite never gets the password: it would not ask for the current one.
    return withFactors(await lite.fetch(new Request(request, { method: 'PUT', body: JSON.stringify(others) })))
  }

  const withFactors = async (response: Response) =>
    response.ok ? Response.json(await sessions.withFactors(await response.json())) : response

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
    if (path === 'user')
      return request.method === 'PUT' ? changeUser(request, client) : withFactors(await lite.fetch(request))
    if (path === 'factors' || path.startsWith('factors/'))
      return serveFactors(factors, {
        request,
        path: path.slice(8),
        client,
        current: await currentSession(request, { sql, jwtSecret: keys.jwtSecret }),
      })
    return linkPaths.has(path) ? serveLinks(links, { request, path, sql, keys }) : lite.fetch(request)
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
    stopWaiting: () => links.stopWaiting(),
    close: (): Promise<void> => links.close().then(() => passwords.close()),
  }
}

/** @returns the change, or the response that refuses it */
function readUserChange(body: string): z.infer<typeof userChange> | Response {
  const change = userChange.safeParse(readJson(body)).data
  if (!change) return signInError(400, { code: 'bad_json', message: 'The body is no JSON object' })
  if (!isStorable(change))
    return signInError(400, { code: 'validation_failed', message: 'The body has characters that cannot be stored' })
  if (!newAddress.safeParse(change).success) return change
  return signInError(422, { code: 'validation_failed', message: 'The address of an account cannot be changed' })
}

/** Whether PostgreSQL can store a value as jsonb, in whose texts neither zero bytes nor halves of surrogate pairs may be. */
function isStorable(value: unknown): boolean {
  return !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value).replaceAll('\\\\', ''))
}

interface FactorsRequest {
  request: Request
  /** Below factors/. */
  path: string
  client: string | undefined
  current: CurrentSession | Response
}

async function serveFactors(
  factors: ReturnType<typeof createFactors>,
  { request, path, client, current }: FactorsRequest,
): Promise<Response> {
  if (current instanceof Response) return current
  const body = readJson((await request.text()) || '{}')
  const [factor = '', action] = path.split('/')
  const call = { current, factor, body, client }
  if (request.method === 'DELETE') return factors.remove(call)
  if (factor === '') return factors.enroll(call)
  if (factor === 'recovery-codes') return factors.replaceRecoveryCodes(current)
  return action === 'challenge' ? factors.challenge(call) : factors.verify(call)
}

const linkPaths = new Set(['recover', 'verify', 'invite', 'admin/generate_link'])

interface LinksRequest extends Pick<SignInOptions, 'sql' | 'keys'> {
  request: Request
  path: string
}

/** Links that an admin makes for others need an admin, or the secret key as in supabase/auth. */
async function serveLinks(links: ReturnType<typeof createLinks>, { request, path, sql, keys }: LinksRequest) {
  const body = readJson(await request.text())
  if (path === 'recover') return links.recover(body)
  if (path === 'verify') return links.use(body, request.headers.get('user-agent'))
  const writer = await requireWriter(request, { sql, keys, callers: 'admins' })
  const wanted = typeof body === 'object' && body !== null ? body : {}
  if (typeof writer !== 'number')
    return links.generate(path === 'invite' ? { ...wanted, type: 'invite' } : wanted, writer.claims.sub)
  if (writer === 503) return signInError(503, { code: 'unexpected_failure', message: 'The database is away' })
  return signInError(writer, { code: writer === 401 ? 'no_authorization' : 'not_admin', message: 'User not allowed' })
}
