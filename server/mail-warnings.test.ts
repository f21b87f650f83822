import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { mailWarnings } from './mail-warnings.ts'

const SMTP_URL = 'smtp://mail.example.org'
const sender = 'Mails come from contact@suchana.example, which does not exist: set MAIL_FROM to an address of your own'
const links = 'Links in mails lead to http://localhost:3000, which works on this machine alone: set SITE_URL'

test.each<[env: Record<string, string>, expected: string[]]>([
  [{}, []],
  [{ SMTP_URL }, [sender, links]],
  [{ SMTP_URL, SITE_URL: 'https://example.org' }, [sender]],
  [{ SMTP_URL, MAIL_FROM: 'portal@example.org' }, [links]],
  [{ SMTP_URL, CONTACT_EMAIL: 'portal@example.org', SITE_URL: 'https://example.org' }, []],
])('with the settings %o the start warns about mails: %j', (env, expected) => {
  expect(mailWarnings(readConfig(env))).toEqual(expected)
})
