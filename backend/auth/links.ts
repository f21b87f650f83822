import { z } from 'zod'
import { StartupError } from '#backend/startup-error.ts'
import type { SupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'
import { nameInTexts } from '#domain/name-in-texts.ts'
import { INVITATION_DAYS, RECOVERY_HOURS, STAFF_NAME_MAX } from '#domain/staff-limits.ts'
import { STAFF_LINK } from '#domain/staff-mails.ts'
import { STAFF_ROLES } from '#domain/staff-roles.ts'
import { generatePassword } from './admins.ts'
import { createLinkMails, newSecret, type LinkKind, type LinkMailParts } from './link-mails.ts'
import type { PasswordHashes } from './password-hashes.ts'
import { refuseWeak } from './password-change.ts'
import type { Sessions } from './sessions.ts'
import { signInError } from './sign-in-error.ts'

interface Parts extends LinkMailParts {
  lite: Pick<SupabaseLite, 'createAccount'>
  passwords: PasswordHashes
  sessions: Pick<Sessions, 'start'>
}

const email = z
  .string()
  // What is not visible in a pasted address makes it another one. Half of a surrogate pair becomes U+FFFD.
  .transform(nameInTexts)
  .pipe(
    z
      .string()
      .toLowerCase()
      .max(254)
      // Without the characters that separate or quote addresses in the header of a mail.
      .regex(/^[^\s\p{Cf}\ufffd@<>()",;:\\]+@[^\s\p{Cf}\ufffd@<>()",;:\\]+\.[^\s\p{Cf}\ufffd@<>()",;:\\]+$/u),
  )
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

/**
 * Invitations to the staff, and links for a new password. A link works once, and only the last one of its kind.
 * Source: docs/behaviour/staff.md#invitations; docs/behaviour/staff.md#forgotten-passwords
 */
export function createLinks(parts: Parts) {
  const { sql, secrets, passwords, sessions, siteUrl } = parts
  const mails = createLinkMails(parts)

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
      const secret = newSecret()
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
      const is_mailed = await mails.send(type, { address, secret })
      return Response.json({
        email: address,
        action_link: mails.addressOf(type, secret),
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
      mails.request(wanted.email)
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
      if (!row?.account) return refuseLink('used')
      const method = password ? 'password' : 'otp'
      return (await sessions.start({ account: row.account, method, device })) ?? refuseLink('used')
    },

    stopWaiting: () => mails.stopWaiting(),
    close: () => mails.close(),
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
  const accountOf = async () =>
    (await sql<{ id: string | null }[]>`select rules.account_of(${address}) as id`)[0]?.id ?? null
  const known = await accountOf()
  const account =
    known ??
    (await lite.createAccount({ email: address, password: generatePassword() }).catch(async (error: unknown) => {
      const createdMeanwhile = await accountOf()
      if (createdMeanwhile) return createdMeanwhile
      throw error
    }))
  const [row] = await sql<{ done: boolean }[]>`
    select rules.invite(${account}, ${known === null}, ${role}, ${hash}, ${lasting.invite}::interval, ${maker}) as done`
  return row?.done
}

function refuseLink(state: string | null | undefined): Response {
  const message = state === 'used' ? STAFF_LINK.used : state === 'expired' ? STAFF_LINK.expired : STAFF_LINK.unknown
  return signInError(403, { code: 'otp_expired', message })
}
