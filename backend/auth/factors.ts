import { randomBytes, randomInt } from 'node:crypto'
import type { Sql } from 'postgres'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { FACTOR_NAME_MAX, FACTOR_SETUP_MINUTES, RECOVERY_CODES, SECOND_FACTOR_LIMIT_S } from '#domain/staff-limits.ts'
import { SIGN_IN_LIMIT } from '#domain/messages.ts'
import { UUID } from '#domain/uuid.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import type { CurrentSession } from './current-session.ts'
import type { SealedSecrets } from './sealed-secrets.ts'
import type { Sessions } from './sessions.ts'
import { signInError, tooManyAttempts } from './sign-in-error.ts'
import { base32, totpAddress, totpStep } from './totp.ts'

interface Parts {
  /** Connections that are "service_role". */
  sql: Sql
  secrets: SealedSecrets
  limits: AttemptLimits
  sessions: Pick<Sessions, 'raise'>
  /** Names the site in authenticator apps. */
  siteName: string
}

type Raised = Awaited<ReturnType<Parameters<Sessions['raise']>[0]>>[number]

/** A request about a factor of its account. */
interface FactorCall {
  current: CurrentSession
  /** Id in the address. */
  factor: string
  body: unknown
  /** Address or network of the client; requests without it are not limited. */
  client: string | undefined
}

const enrollment = z.object({
  factor_type: z.literal('totp'),
  friendly_name: z.string().max(FACTOR_NAME_MAX).optional(),
})
const verification = z.object({ challenge_id: z.string(), code: z.string() })

/** 160 bits, as long as the hash. Source: RFC 4226, section 4, R6 */
const secretBytes = 20
/** No letters and digits that look alike; 49 bits in ten of them. */
const codeAlphabet = 'abcdefghjkmnpqrstvwxyz23456789'

/**
 * The MFA calls of the sign-in, and recovery codes. The database takes each code in one session only.
 * Source: docs/behaviour/staff.md#second-factor; supabase/auth, internal/api/mfa.go
 */
export function createFactors({ sql, secrets, limits, sessions, siteName }: Parts) {
  const factorOf = (call: FactorCall) => readFactor(sql, call)
  const challenges = createChallenges(secrets)

  return {
    async enroll({ current, body }: Pick<FactorCall, 'current' | 'body'>): Promise<Response> {
      const wanted = enrollment.safeParse(body).data
      if (!wanted) return signInError(400, { code: 'validation_failed', message: 'factor_type needs to be totp' })
      if (current.hasFactor && !current.isRaised) return insufficient(403, 'enroll a new factor')
      const [recent] = await sql<{ isLately: boolean }[]>`
        select rules.signed_in_lately(${current.session}, make_interval(mins => ${FACTOR_SETUP_MINUTES})) as "isLately"`
      if (!recent?.isLately) return signInAgain()
      const factors =
        await sql`select from rules.factors_of(${current.account}) where is_verified and name = ${wanted.friendly_name ?? ''}`
      if (factors.length > 0)
        return signInError(422, {
          code: 'mfa_factor_name_conflict',
          message: `A factor with the friendly name "${wanted.friendly_name ?? ''}" for this user already exists`,
        })
      const bytes = randomBytes(secretBytes)
      const secret = base32(bytes)
      const uri = totpAddress({ secret, issuer: siteName, email: current.email })
      const [added] = await sql<{ id: string | null }[]>`
        select rules.add_factor(${current.session}, ${wanted.friendly_name ?? ''}, ${secrets.seal(bytes)}) as id`
      if (!added?.id) return insufficient(403, 'enroll a new factor')
      const totp = { qr_code: renderSVG(uri, { border: 4 }), secret, uri }
      return Response.json({ id: added.id, type: 'totp', friendly_name: wanted.friendly_name ?? '', totp })
    },

    async challenge(call: FactorCall): Promise<Response> {
      if (!(await factorOf(call))) return notFound()
      const expires_at = Math.floor(Date.now() / 1000) + SECOND_FACTOR_LIMIT_S
      return Response.json({ id: challenges.proofOf(expires_at, call), type: 'totp', expires_at })
    },

    /** Takes the six digits of the app, or one of the recovery codes. */
    async verify(call: FactorCall): Promise<Response> {
      const { current, client } = call
      const given = verification.safeParse(call.body).data
      const factor = await factorOf(call)
      if (!given) return signInError(400, { code: 'validation_failed', message: 'challenge_id and code are needed' })
      if (!factor) return notFound()
      if (!challenges.isOpen(given.challenge_id, call))
        return signInError(422, {
          code: 'mfa_challenge_expired',
          message: 'MFA challenge has expired, verify it again',
        })
      const attempt = client === undefined ? null : { email: `second factor of ${current.account}`, client }
      const { seconds } = attempt ? await limits.begin(attempt) : { seconds: 0 }
      if (seconds > 0) return tooManyAttempts(SIGN_IN_LIMIT.wait(seconds), seconds)
      const code = given.code.replaceAll(/[\s-]/g, '').toLowerCase()
      const answer = /^\d{6}$/.test(code)
        ? await withCode(call, { secret: factor.secret, code })
        : factor.isVerified
          ? await sessions.raise(
              (token, longest) => sql<Raised[]>`
              select rules.use_recovery_code(${current.session}, ${secrets.hash(code)}, ${token}, ${longest}::interval) as granted`,
            )
          : null
      if (!answer) return signInError(422, { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' })
      if (attempt) await limits.succeeded(attempt)
      return answer
    },

    remove: (call: FactorCall) => removeFactor(sql, call),

    /** Replaces the recovery codes, which are shown in this answer and never again. */
    async replaceRecoveryCodes(current: CurrentSession): Promise<Response> {
      if (!current.hasFactor || !current.isRaised) return insufficient(403, 'make recovery codes')
      const codes = Array.from({ length: RECOVERY_CODES }, newCode)
      await sql`select rules.set_recovery_codes(${current.account}, ${codes.map((code) => secrets.hash(code))})`
      return Response.json({ codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`) })
    },
  }

  async function withCode(call: FactorCall, { secret, code }: { secret: string; code: string }) {
    const bytes = secrets.open(secret)
    const step = bytes && totpStep(bytes, code)
    if (step === null) return null
    return sessions.raise(
      (token, longest) => sql<Raised[]>`
      select rules.verify_factor(${call.current.session}, ${call.factor}, ${step}, ${token}, ${longest}::interval) as granted`,
    )
  }
}

async function removeFactor(sql: Sql, call: FactorCall): Promise<Response> {
  if (!(await readFactor(sql, call))) return notFound()
  const { account, isRaised } = call.current
  // The database decides whether the factor has had a code, because it may get its first one meanwhile.
  const [row] = await sql<{ removed: number }[]>`
    select rules.remove_factors(${account}, ${call.factor}, ${!isRaised}) as removed`
  return row?.removed === 0 && !isRaised
    ? insufficient(422, 'unenroll verified factor')
    : Response.json({ id: call.factor })
}

async function readFactor(sql: Sql, { current, factor }: FactorCall) {
  if (!UUID.test(factor)) return null
  const [found] = await sql<{ secret: string; isVerified: boolean }[]>`
    select secret, is_verified as "isVerified" from rules.factors_of(${current.account}) where id = ${factor}`
  return found ?? null
}

/** A challenge is a time with a proof that this server has named it, so that nothing is stored for it. */
function createChallenges({ hash }: SealedSecrets) {
  const proofOf = (expiry: number, { current, factor }: FactorCall) =>
    `${expiry}.${hash(`${expiry} ${factor} ${current.session}`)}`
  return {
    proofOf,
    isOpen(challenge: string, call: FactorCall): boolean {
      const expiry = Number.parseInt(challenge, 10)
      return expiry > Date.now() / 1000 && challenge === proofOf(expiry, call)
    },
  }
}

function newCode(): string {
  return Array.from({ length: 10 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
}

function notFound(): Response {
  return signInError(404, { code: 'mfa_factor_not_found', message: 'Factor not found' })
}

/** An unattended browser or a stolen token must not be enough, as for a new password. */
function signInAgain(): Response {
  const message = `A factor is added within ${FACTOR_SETUP_MINUTES} minutes after a sign-in`
  return signInError(400, { code: 'reauthentication_needed', message })
}

function insufficient(status: number, what: string): Response {
  return signInError(status, { code: 'insufficient_aal', message: `AAL2 required to ${what}` })
}
