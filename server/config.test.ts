import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { StartupError } from '#backend/startup-error.ts'
import { configHelp } from './config-help.ts'
import { readConfig } from './config.ts'

const keys = {
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789abcdefghij',
  SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdefghij',
  SUPABASE_JWT_SECRET: 'a'.repeat(32),
  VAPID_PUBLIC_KEY: 'B'.repeat(87),
  VAPID_PRIVATE_KEY: 'c'.repeat(43),
}
const database = { DATABASE_URL: 'postgres://app:hunter2@db.example.org:5432/suchana' }
const storage = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'uploads',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}

function startupError(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
  return 'no error'
}

test('readConfig without variables returns the defaults', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: 'localhost',
    dataDir: `${process.cwd()}/data`,
    siteUrl: 'http://localhost:3000',
    sessionIdleDays: 7,
    sessionDays: 30,
    siteName: 'Suchana',
    contactEmail: 'contact@suchana.example',
    whatsappUrl: 'https://www.whatsapp.com/',
    telegramUrl: 'https://telegram.org/',
    adminEmail: 'admin@suchana.example',
    contactInbox: 'off',
    requireSecondFactor: 'none',
    linkChecks: 'nightly',
    vapidSubject: 'mailto:contact@suchana.example',
    pushEndpointHosts: expect.arrayContaining(['fcm.googleapis.com', '*.push.services.mozilla.com']),
    s3Region: 'us-east-1',
    trustedProxies: [],
    connections: 10_000,
    connectionsPerAddress: 200,
    realtimeSocketsPerAddress: 200,
    pageCacheMegabytes: 64,
    renderThreads: Math.max(1, Math.min(8, availableParallelism() - 1)),
    logLevel: 'info',
  })
})

describe('valid settings', () => {
  test.each([
    [{ PORT: '8080' }, { port: 8080, siteUrl: 'http://localhost:8080' }],
    [{ PORT: '' }, { port: 3000 }],
    [{ PORT: '  ' }, { port: 3000 }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ DATA_DIR: '/srv/suchana' }, { dataDir: '/srv/suchana' }],
    [{ SITE_URL: 'https://Jobs.Example.org/' }, { siteUrl: 'https://jobs.example.org' }],
    [{ SITE_URL: 'https://example.org:8443' }, { siteUrl: 'https://example.org:8443' }],
    [{ CONTACT_EMAIL: 'desk@example.org' }, { vapidSubject: 'mailto:desk@example.org' }],
    [{ VAPID_SUBJECT: 'https://example.org/push' }, { vapidSubject: 'https://example.org/push' }],
    [
      { TRUSTED_PROXIES: '10.0.0.7, 172.16.0.0/12,2001:db8::/32,::ffff:10.0.0.0/104' },
      { trustedProxies: ['10.0.0.7', '172.16.0.0/12', '2001:db8::/32', '::ffff:10.0.0.0/104'] },
    ],
    [{ PUSH_ENDPOINT_HOSTS: 'Localhost, *.example.org' }, { pushEndpointHosts: ['localhost', '*.example.org'] }],
    [{ SAMPLE_DATA: 'off' }, { sampleData: 'off' }],
    [{ SITE_NAME: '\u200bRoz\u202egar\u0001  Portal\n' }, { siteName: 'Rozgar Portal' }],
    [
      { PORT: '8080\r', ADMIN_PASSWORD: 'a long password\r', DATA_DIR: '/srv/suchana\r' },
      { port: 8080, adminPassword: 'a long password', dataDir: '/srv/suchana' },
    ],
    [{ ANALYTICS_SCRIPT_URL: '/_vercel/insights/script.js' }, { analyticsScriptUrl: '/_vercel/insights/script.js' }],
    [{ AD_SCRIPT_URL: 'https://ads.example.org/a.js' }, { adScriptUrl: 'https://ads.example.org/a.js' }],
    [
      { SAMPLE_DATA: 'on', CONTACT_INBOX: 'on' },
      { sampleData: 'on', contactInbox: 'on' },
    ],
    [{ REQUIRE_SECOND_FACTOR: 'staff' }, { requireSecondFactor: 'staff' }],
    [{ SMTP_URL: 'smtps://me:x@mail.example.org' }, { smtpUrl: 'smtps://me:x@mail.example.org' }],
    [
      { SMTP_URL: 'smtp://me:a%23b@[::1]:587/?requireTLS=false' },
      { smtpUrl: 'smtp://me:a%23b@[::1]:587/?requireTLS=false' },
    ],
    [{ RENDER_THREADS: '1' }, { renderThreads: 1 }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ SESSION_DAYS: '1' }, { sessionDays: 1, sessionIdleDays: 7 }],
    [
      { SESSION_IDLE_DAYS: '30', SESSION_DAYS: '30' },
      { sessionDays: 30, sessionIdleDays: 30 },
    ],
    [{ ...database, ...keys }, { databaseUrl: database.DATABASE_URL }],
    [
      { DATABASE_URL: 'postgres://app:hunter2@one:5432,two:5433,three/suchana', ...keys },
      { databaseUrl: 'postgres://app:hunter2@one:5432,two:5433,three/suchana?target_session_attrs=read-write' },
    ],
    [
      { DATABASE_URL: 'postgres://app:a%40b@one,two/suchana?sslmode=require&target_session_attrs=primary', ...keys },
      { databaseUrl: 'postgres://app:a%40b@one,two/suchana?sslmode=require&target_session_attrs=primary' },
    ],
    [
      { DATABASE_URL: 'postgres://app:hunter2@one,two/suchana?sslmode=require', ...keys },
      { databaseUrl: 'postgres://app:hunter2@one,two/suchana?sslmode=require&target_session_attrs=read-write' },
    ],
    [storage, { s3Endpoint: 'https://s3.example.org', s3Region: 'us-east-1' }],
  ])('readConfig accepts %o', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected)
  })
})

describe('invalid settings', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT is "abc": it must be a whole number from 1 to 65535.'],
    [{ SITE_NAME: '\u200b\u2060' }, 'SITE_NAME is "\u200b\u2060": it must be a text of 1 to 60 characters.'],
    [{ PORT: '0' }, 'PORT is "0": it must be a whole number from 1 to 65535.'],
    [{ PORT: '65536' }, 'PORT is "65536": it must be a whole number from 1 to 65535.'],
    [{ PORT: '30.5' }, 'PORT is "30.5": it must be a whole number from 1 to 65535.'],
    [
      { HOST: 'http://x' },
      'HOST is "http://x": it must be a host name or an IP address, such as localhost or 0.0.0.0.',
    ],
    [
      { SITE_URL: 'example.org' },
      'SITE_URL is "example.org": it must be an http or https address without a path, such as https://example.org.',
    ],
    [
      { SITE_URL: 'https://example.org/jobs' },
      'SITE_URL is "https://example.org/jobs": it must be an http or https address without a path, such as https://example.org.',
    ],
    [{ CONTACT_EMAIL: 'desk' }, 'CONTACT_EMAIL is "desk": it must be an e-mail address.'],
    [
      { WHATSAPP_URL: 'javascript:alert(1)' },
      'WHATSAPP_URL is "javascript:alert(1)": it must be an http or https address, such as https://example.org/page.',
    ],
    ...['//evil.example/x.js', 'javascript:alert(1)', 'x.js', '/x.js?a b'].map(
      (address): [Record<string, string>, string] => [
        { AD_SCRIPT_URL: address },
        `AD_SCRIPT_URL is "${address}": it must be an http or https address, or a path of this site, such as /insights/script.js.`,
      ],
    ),
    [{ ADMIN_EMAIL: 'root@' }, 'ADMIN_EMAIL is "root@": it must be an e-mail address.'],
    [{ SAMPLE_DATA: 'yes' }, 'SAMPLE_DATA is "yes": it must be "on" or "off".'],
    [{ CONTACT_INBOX: 'true' }, 'CONTACT_INBOX is "true": it must be "on" or "off".'],
    [{ LINK_CHECKS: 'on' }, 'LINK_CHECKS is "on": it must be "nightly", "on-demand" or "off".'],
    [{ SESSION_IDLE_DAYS: '60' }, 'SESSION_IDLE_DAYS is "60": it must be at most SESSION_DAYS, which is 30.'],
    [
      { SESSION_IDLE_DAYS: '8', SESSION_DAYS: '7' },
      'SESSION_IDLE_DAYS is "8": it must be at most SESSION_DAYS, which is 7.',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud": it must be "debug", "info", "warn" or "error".'],
    [
      { VAPID_SUBJECT: 'desk@example.org' },
      'VAPID_SUBJECT is "desk@example.org": it must be a mailto: or https: address.',
    ],
    ...['gateway', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.7/8/8', 'fe80::1%eth0', '::/1', '::ffff:10.0.0.7/96'].map(
      (value): [Record<string, string>, string] => [
        { TRUSTED_PROXIES: value },
        `TRUSTED_PROXIES is "${value}": it must be IP addresses or networks such as 172.16.0.0/12, separated by commas.`,
      ],
    ),
    [
      { PUSH_ENDPOINT_HOSTS: 'https://example.org' },
      'PUSH_ENDPOINT_HOSTS is "https://example.org": it must be host names separated by commas, with an optional "*." in front.',
    ],
    [
      { SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' },
      'SUPABASE_PUBLISHABLE_KEY is "sb_publishable_x": it must be "sb_publishable_" followed by at least 20 letters or digits.',
    ],
  ])('readConfig rejects %o with one sentence that names the variable', (env, expected) => {
    expect(startupError(env)).toBe(expected)
  })

  test.each([
    ...[
      'http://mail.example.org',
      'smtp:',
      'smtp:///',
      'smtp:mail.example.org',
      'smtp://me:1#hunter2@mail.example.org',
      'smtp://me:1/hunter2@mail.example.org',
      'smtp://me:1?hunter2@mail.example.org',
    ].map((address): [Record<string, string>, RegExp] => [
      { SMTP_URL: address },
      /^SMTP_URL is not valid: it must be an address such as smtp:.* percent-encoded\.$/,
    ]),
    [
      { DATABASE_URL: 'mysql://app:hunter2@db/x' },
      /^DATABASE_URL is not valid: it must be an address such as postgres:/,
    ],
    [{ DATABASE_URL: 'postgres://app:hunter2@db' }, /^DATABASE_URL is not valid: /],
    [{ DATABASE_URL: 'postgres://app:hunter2@one,/x' }, /^DATABASE_URL is not valid: it must be an address such as/],
    [{ DATABASE_URL: 'postgres://app:hunter2@one:5432,two:x/y' }, /^DATABASE_URL is not valid: it must be an address/],
    [
      { DATABASE_URL: 'postgres://app:hunter2@one,two/x?target_session_attrs=standby' },
      'DATABASE_URL is not valid: it must be an address whose target_session_attrs is read-write or primary, because the server writes.',
    ],
    [
      { ADMIN_PASSWORD: 'hunter2' },
      /^ADMIN_PASSWORD is not valid: it must be a text of at least 10 characters and at most 72 bytes\.$/,
    ],
    [
      { SUPABASE_JWT_SECRET: 'hunter2' },
      /^SUPABASE_JWT_SECRET is not valid: it must be a text of at least 32 characters\.$/,
    ],
    [{ SUPABASE_SECRET_KEY: 'hunter2' }, /^SUPABASE_SECRET_KEY is not valid: it must be "sb_secret_" followed by/],
    [
      { VAPID_PRIVATE_KEY: 'hunter2' },
      /^VAPID_PRIVATE_KEY is not valid: it must be a P-256 private key in base64url, 43 char/,
    ],
  ])('the error about an invalid secret does not contain its value: %o', (env, expected) => {
    expect(startupError(env)).toMatch(expected)
    expect(startupError(env)).not.toContain('hunter2')
  })

  test.each(Object.keys(keys))('when DATABASE_URL is set, %s is required', (name) => {
    expect(startupError({ ...database, ...keys, [name]: '' })).toBe(
      `${name} is missing: it is required when DATABASE_URL is set.`,
    )
  })

  test.each(['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
    'when any other S3_ variable is set, %s is required',
    (name) => {
      expect(startupError({ ...storage, [name]: '' })).toMatch(
        new RegExp(`^${name} is missing: it is required when S3_\\w+ is set\\.$`),
      )
    },
  )

  test('a VAPID key without the other one is rejected', () => {
    expect(startupError({ VAPID_PUBLIC_KEY: keys.VAPID_PUBLIC_KEY })).toBe(
      'VAPID_PRIVATE_KEY is missing: it is required when VAPID_PUBLIC_KEY is set.',
    )
  })
})

test('configHelp shows settings with their default and description', () => {
  const help = configHelp()
  expect(help).toMatch(/^ {2}PORT +3000 +port the server listens on$/m)
  expect(help).toMatch(/^ {2}S3_SECRET_ACCESS_KEY +none +\w/m)
  expect(help, 'an empty list').toMatch(/^ {2}TRUSTED_PROXIES +none +\w/m)
  expect(help).not.toMatch(/undefined/)
})
