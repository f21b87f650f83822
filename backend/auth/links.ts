import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { StartupError } from '#backend/startup-error.ts'
import type { Mailer } from '#backend/mail/mailer.ts'
import type { SupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'
import { INVITATION_DAYS, RECOVERY_HOURS, RECOVERY_LIMITS, STAFF_NAME_MAX } from '#domain/staff-limits.ts'
import { STAFF_LINK, STAFF_MAIL } from '#domain/staff-mails.ts'
import { STAFF_ROLES } from '#domain/staff-roles.ts'
import { generatePassword } from './admins.ts'
import type { PasswordHashes } from './password-hashes.ts'
import { refuseWeak } from './password-change.ts'
import type { SealedSecrets } from './sealed-secrets.ts'
import type { Sessions } from './sessions.ts'
import { signInError } from './sign-in-error.ts'

interface Parts {
  /** Connections that are "service_role". */
  sql: Sql
  lite: Pick<SupabaseLite, 'createAccount'>
  secrets: SealedSecrets
  passwords: PasswordHashes
  sessions: Pick<Sessions, 'start'>
  mailer: Mailer | null
  /** Address that visitors see, without a slash at the end. */
  siteUrl: string
  siteName: string
  logFailure: (what: string, error: unknown) => void
}

type LinkKind = 'invite' | 'recovery'

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  // What separates or quotes addresses in the head of a mail is in no address of the staff.
  .regex(/^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[^\s@<>()",;:\\]+$/)
const request = z.object({ email })
const wantedLink = z.object({
  type: z.enum(['invite', 'recovery']),
  email,
  data: z.object({ role: z.enum(STAFF_ROLES) }).optional(),
})
const usedLink = z.object({
  type: z.enum(['invite', 'recovery']),
  token_hash: z.string().max(200),
  password: z.string().optional(),
  data: z.object({ display_name: z.string().trim().max(STAFF_NAME_MAX).optional() }).optional(),
})

const lasting = { invite: `${INVITATION_DAYS} days`, recovery: `${RECOVERY_HOURS} hours` }
/** Milliseconds that a mail server has to take the last mails when the server stops. */
const gracePeriod = 1_000
/** Milliseconds after which the admin who made a link gets it, although the mail server has not taken the mail yet. */
const mailPeriod = 10_000
/** 256 bits, so that no secret is found by trying. */
const secretBytes = 32

/**
 * Invitations to the staff, and links for a new password. A link works once, and only the last one of its kind.
 * Source: docs/behaviour/staff.md#invitations; docs/behaviour/staff.md#forgotten-passwords
 */
export function createLinks(parts: Parts) {
  const { sql, secrets, passwords, sessions, mailer, siteUrl, siteName, logFailure } = parts
  let sending: Promise<unknown> = Promise.resolve()

  const addressOf = (kind: LinkKind, secret: string) => `${siteUrl}${STAFF_LINK.path}#${kind}=${secret}`

  /** @returns whether the mail was handed over */
  async function send(kind: LinkKind, { address, link }: { address: string; link: string }): Promise<boolean> {
    if (!mailer) return false
    try {
      await mailer.send({ to: address, ...STAFF_MAIL[kind]({ site: siteName, link }) })
      return true
    } catch (error) {
      logFailure('An e-mail to the staff was not sent', withoutSecret(String(error), link))
      return false
    }
  }

  async function recover(address: string): Promise<void> {
    const secret = randomBytes(secretBytes).toString('base64url')
    const [row] = await sql<{ done: boolean }[]>`
      select rules.request_recovery(${address}, ${secrets.hash(secret)}, ${lasting.recovery}::interval,
        ${`${RECOVERY_LIMITS.pauseMinutes} minutes`}::interval, ${RECOVERY_LIMITS.mailsADay}) as done`
    if (!row?.done || (await send('recovery', { address, link: addressOf('recovery', secret) }))) return
    await sql`select rules.end_requested_link(${secrets.hash(secret)})`
  }

  return {
    /**
     * Makes a link for somebody, sends it where mail is set up, and shows it to the admin who asked.
     * @param maker account of the admin, with whose rights the link ends; undefined for the server
     */
    async generate(body: unknown, maker: string | undefined): Promise<Response> {
      const wanted = wantedLink.safeParse(body).data
      if (!wanted || (wanted.type === 'invite' && !wanted.data))
        return signInError(400, { code: 'validation_failed', message: 'An e-mail address and a role are needed' })
      const { type, email: address } = wanted
      const secret = randomBytes(secretBytes).toString('base64url')
      try {
        const role = wanted.data?.role ?? ''
        if (!(await storeLink(parts, type, { address, role, hash: secrets.hash(secret), maker })))
          return type === 'invite'
            ? signInError(422, { code: 'email_exists', message: STAFF_LINK.isMember })
            : signInError(404, { code: 'user_not_found', message: STAFF_LINK.isNoMember })
      } catch (error) {
        if (!(error instanceof StartupError)) throw error
        return signInError(422, { code: 'email_address_invalid', message: error.message })
      }
      const link = addressOf(type, secret)
      const is_mailed = await inTime(send(type, { address, link }))
      return Response.json({
        email: address,
        action_link: link,
        hashed_token: secret,
        verification_type: type,
        redirect_to: siteUrl,
        is_mailed,
      })
    },

    /** Answers the same, and at once, whether or not the address is on the staff. */
    recover(body: unknown): Response {
      const wanted = request.safeParse(body).data
      if (!wanted) return signInError(400, { code: 'validation_failed', message: 'An e-mail address is needed' })
      if (mailer)
        sending = Promise.all([sending, recover(wanted.email)]).catch((error: unknown) =>
          logFailure('A link for a new password was not made', error),
        )
      return Response.json({})
    },

    /** Uses a link: stores the password if one is given, and begins a session. */
    async use(body: unknown, device: string | null): Promise<Response> {
      const given = usedLink.safeParse(body).data
      if (!given) return signInError(400, { code: 'validation_failed', message: 'A link and its kind are needed' })
      const hash = secrets.hash(given.token_hash)
      const weakness = given.password === undefined ? null : refuseWeak(given.password)
      if (weakness) return weakness
      // Hashing a password takes processor time, which only an open link is worth.
      const [found] = await sql<{ state: string | null }[]>`select rules.link_state(${given.type}, ${hash}) as state`
      if (found?.state !== 'open') return refuseLink(found?.state)
      const password = given.password === undefined ? null : await passwords.create(given.password, 'unknown')
      const name = given.data?.display_name || null
      const [row] = await sql<{ account: string | null }[]>`
        select rules.use_link(${given.type}, ${hash}, ${password}, ${name}) as account`
      return row?.account
        ? sessions.start({ account: row.account, method: password ? 'password' : 'otp', device })
        : refuseLink('used')
    },

    /** Waits for mails that are being sent, but not for a mail server that does not answer. */
    async close(): Promise<void> {
      await Promise.race([sending, pause(gracePeriod, null, { ref: false })])
      mailer?.close()
    },
  }
}

async function storeLink(
  { sql, lite }: Parts,
  kind: LinkKind,
  {
    address,
    role,
    hash,
    maker = null,
  }: { address: string; role: string; hash: string; maker?: string | undefined | null },
) {
  if (kind === 'recovery') {
    const [row] = await sql<{ done: boolean }[]>`
      select rules.begin_recovery(${address}, ${hash}, ${lasting.recovery}::interval, ${maker}) as done`
    return row?.done
  }
  const [known] = await sql<{ id: string | null }[]>`select rules.account_of(${address}) as id`
  const account = known?.id ?? (await lite.createAccount({ email: address, password: generatePassword() }))
  const [row] = await sql<{ done: boolean }[]>`
    select rules.invite(${account}, ${!known?.id}, ${role}, ${hash}, ${lasting.invite}::interval, ${maker}) as done`
  return row?.done
}

/** @returns whether a mail is sent by the time at which an admin gets the link */
async function inTime(sending: Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(late.resolve, mailPeriod, false)
  return Promise.race([sending, late.promise]).finally(() => clearTimeout(timer))
}

/** A mail server may quote what it rejects. */
function withoutSecret(text: string, link: string): string {
  return text.replaceAll(link.slice(link.indexOf('=') + 1), '...')
}

function refuseLink(state: string | null | undefined): Response {
  const message = state === 'used' ? STAFF_LINK.used : state === 'expired' ? STAFF_LINK.expired : STAFF_LINK.unknown
  return signInError(403, { code: 'otp_expired', message })
}
