import { isThisMachine } from '#backend/public-address.ts'
import { environment, type Config } from './config.ts'

const exampleAddress = environment.shape.contactEmail.parse(undefined)

/**
 * @returns a sentence about each setting without which mails do not reach the staff, or their links lead nowhere.
 * Source: docs/operations.md#e-mail
 */
export function mailWarnings({ smtpUrl, mailFrom, contactEmail, siteUrl }: Config): string[] {
  if (!smtpUrl) return []
  const sender = mailFrom ?? contactEmail
  const { hostname } = new URL(siteUrl)
  return [
    ...(sender === exampleAddress
      ? [`Mails come from ${sender}, which does not exist: set MAIL_FROM to an address of your own`]
      : []),
    ...(isThisMachine(hostname)
      ? [`Links in mails lead to ${siteUrl}, which works on this machine alone: set SITE_URL`]
      : []),
  ]
}
