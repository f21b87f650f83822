import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { Mailer } from '#backend/mail/mailer.ts'
import { RECOVERY_HOURS, RECOVERY_LIMITS } from '#domain/staff-limits.ts'
import { STAFF_LINK, STAFF_MAIL } from '#domain/staff-mails.ts'
import type { SealedSecrets } from './sealed-secrets.ts'

export interface LinkMailParts {
  /** Connections that are "service_role". */
  sql: Sql
  secrets: SealedSecrets
  mailer: Mailer | null
  /** Address that visitors see, without a slash at the end. */
  siteUrl: string
  siteName: string
  logFailure: (what: string, error: unknown) => void
}

export type LinkKind = 'invite' | 'recovery'

/** Milliseconds that a mail server has to take the last mails when the server stops. */
const gracePeriod = 1_000
/** Milliseconds after which the admin who made a link gets it, although the mail server has not taken the mail yet. */
const mailPeriod = 10_000
/** 256 bits, so that no secret is found by trying. */
const secretBytes = 32

/** @returns the secret of a new link */
export function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

/** Mails with links, and the links for a new password that are requested, which reach their account by mail alone. */
export function createLinkMails({ sql, secrets, mailer, siteUrl, siteName, logFailure }: LinkMailParts) {
  let sending: Promise<unknown> = Promise.resolve()
  const stopped = Promise.withResolvers<false>()
  /** Hashes of requested links whose mails are on their way to the mail server. */
  const unsent = new Set<string>()

  const addressOf = (kind: LinkKind, secret: string) => `${siteUrl}${STAFF_LINK.path}#${kind}=${secret}`

  /** @returns whether the mail was handed over */
  async function send(kind: LinkKind, { address, secret }: { address: string; secret: string }): Promise<boolean> {
    if (!mailer) return false
    try {
      const mail = STAFF_MAIL[kind]({ site: siteName, link: addressOf(kind, secret) })
      await mailer.send({ to: address, ...mail })
      return true
    } catch (error) {
      // A mail server may quote what it rejects.
      logFailure('An e-mail to the staff was not sent', String(error).replaceAll(secret, '...'))
      return false
    }
  }

  async function recover(address: string): Promise<void> {
    const secret = newSecret()
    const hash = secrets.hash(secret)
    const [row] = await sql<{ done: boolean }[]>`
      select rules.request_recovery(${address}, ${hash}, ${`${RECOVERY_HOURS} hours`}::interval,
        ${`${RECOVERY_LIMITS.pauseMinutes} minutes`}::interval, ${RECOVERY_LIMITS.mailsADay}) as done`
    if (!row?.done) return
    unsent.add(hash)
    const isSent = await send('recovery', { address, secret })
    unsent.delete(hash)
    if (!isSent) await endLink(hash)
  }

  const endLink = (hash: string) => sql`select rules.end_requested_link(${hash})`

  return {
    addressOf,

    /** @returns whether a mail was handed over by the time at which an admin gets the link */
    async send(kind: LinkKind, mail: { address: string; secret: string }): Promise<boolean> {
      const late = Promise.withResolvers<false>()
      const timer = setTimeout(late.resolve, mailPeriod, false)
      return Promise.race([send(kind, mail), late.promise, stopped.promise]).finally(() => clearTimeout(timer))
    },

    /** Makes a link for a new password in the background, if the address is on the staff, and sends it. */
    request(address: string): void {
      if (!mailer) return
      sending = Promise.all([sending, recover(address)]).catch((error: unknown) =>
        logFailure('A link for a new password was not made', error),
      )
    },

    /** Answers the admins who wait for the mail server: their links are in the database already, and are shown only once. */
    async stopWaiting(): Promise<void> {
      await pause(gracePeriod, null, { ref: false })
      stopped.resolve(false)
    },

    /** Waits for mails that are being sent, but not for a mail server that does not answer: its links end. */
    async close(): Promise<void> {
      await Promise.race([sending, pause(gracePeriod, null, { ref: false })])
      mailer?.close()
      await Promise.all([...unsent].map(endLink)).catch((error: unknown) =>
        logFailure('A link for a new password that was not sent could not be ended', error),
      )
    },
  }
}
