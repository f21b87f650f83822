import { createTransport } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import { isThisMachine } from '#backend/public-address.ts'

interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** @throws Error when the mail server has not taken it */
  send(mail: Mail): Promise<void>
  close(): void
}

export interface MailSettings {
  /** smtp:// or smtps://, with user and password where the mail server wants them. */
  smtpUrl: string
  /** Address that mails come from. */
  from: string
}

/** Milliseconds for each step of handing a mail over. */
const timeout = 10_000

/** Answers of programs, such as that somebody is away, are of no use to the operator. Source: RFC 3834, 5 */
const fromProgram = { 'Auto-Submitted': 'auto-generated' }

/**
 * Sends mails through the mail server of the operator. Source: docs/operations.md#e-mail
 *
 * @param name of the sender, which mail programs show instead of the address
 */
export function openMailer({ smtpUrl, from }: MailSettings, name: string): Mailer {
  const limits = {
    dnsTimeout: timeout,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  }
  // Mails are made of texts alone: a file or an address in them is never read.
  // The log of nodemailer itself would contain passwords and the links of mails.
  const options = { disableFileAccess: true, disableUrlAccess: true, logger: false, debug: false }
  // Beside an address nodemailer ignores every option, so the address is read first.
  const server: SMTPTransport.Options = createTransport(smtpUrl).options
  const transport = createTransport({ ...server, ...limits, ...options, requireTLS: needsEncryption(server) })
  return {
    send: async (mail) => {
      try {
        await transport.sendMail({ from: { name, address: from }, ...mail, headers: fromProgram })
      } catch (error) {
        throw withoutSecrets(error, server.auth)
      }
    },
    close: () => transport.close(),
  }
}

/** A word that contains so many letters of a secret in a row counts as a part of it: some servers quote only a part of a command. */
const PART_LENGTH = 4

/** @returns the error without the words of the mail server that repeat the password, or the command with it */
function withoutSecrets(error: unknown, auth: SMTPTransport.Options['auth']): Error {
  const { user = '', pass = '' } = auth && 'pass' in auth ? auth : {}
  const encoded = [pass, `\0${user}\0${pass}`].map((text) => Buffer.from(text).toString('base64'))
  const secrets = [pass, ...encoded].map((text) => text.toLowerCase())
  const isSecret = (word: string) =>
    secrets.some((secret) => partsOf(secret).some((part) => word.toLowerCase().includes(part)))
  const message = error instanceof Error ? error.message : String(error)
  return new Error(message.replace(/\S+/g, (word) => (isSecret(word) ? '...' : word)))
}

function partsOf(secret: string): string[] {
  if (secret === '') return []
  const places = Math.max(1, secret.length - PART_LENGTH + 1)
  return Array.from({ length: places }, (_, place) => secret.slice(place, place + PART_LENGTH))
}

/**
 * A password goes through no network unencrypted, also where somebody in between hides that the mail server offers
 * STARTTLS, unless the operator says so: smtp://...?requireTLS=false
 */
function needsEncryption({ auth, host, requireTLS }: SMTPTransport.Options): boolean {
  return requireTLS ?? (auth !== undefined && !isThisMachine(host ?? ''))
}
