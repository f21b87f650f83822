import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { StartupError } from '#backend/startup-error.ts'
import * as settingTypes from './setting-types.ts'

const knownPushServices = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
]

/** Most threads by default: with more, the main thread is the bottleneck, because it does about a tenth of the work of a page. */
const MOST_THREADS = 8

/**
 * All settings with type, default and description. siteUrl is read from the environment variable SITE_URL.
 * Source: README.md#configure-it.
 */
export const environment = z.object({
  port: settingTypes.port.default(3000).describe('port the server listens on'),
  host: settingTypes.host.default('localhost').describe('address the server listens on'),
  dataDir: settingTypes.text({}).default('./data').describe('embedded database, generated secrets, uploaded files'),
  databaseUrl: settingTypes.postgresAddress
    .optional()
    .describe('a PostgreSQL 15 or newer to use instead of the embedded one'),

  siteUrl: settingTypes.origin.optional().describe('address of the site as visitors see it'),
  siteName: settingTypes.name({ most: 60 }).default('Suchana').describe('brand shown to visitors'),
  contactEmail: settingTypes.emailAddress.default('contact@suchana.example').describe('address on the contact page'),
  whatsappUrl: settingTypes.webAddress.default('https://www.whatsapp.com/').describe('WhatsApp group or channel'),
  telegramUrl: settingTypes.webAddress.default('https://telegram.org/').describe('Telegram group or channel'),

  adminEmail: settingTypes.emailAddress.default('admin@suchana.example').describe('e-mail address of the first admin'),
  adminPassword: settingTypes.password.optional().describe('password of the first admin'),
  sessionIdleDays: settingTypes.days.default(7).describe('days after which an unused session of an admin ends'),
  sessionDays: settingTypes.days.default(30).describe('days after which every session of an admin ends'),
  requireSecondFactor: settingTypes.secondFactor
    .default('none')
    .describe('who must have a second factor: none, admin, or staff for editors too'),
  smtpUrl: settingTypes.mailServer.optional().describe('mail server for invitations and links for new passwords'),
  mailFrom: settingTypes.emailAddress
    .optional()
    .describe('address that these mails come from; CONTACT_EMAIL if not set'),
  sampleData: settingTypes.onOff.optional().describe('on loads the sample notices'),
  contactInbox: settingTypes.onOff.default('off').describe('on stores contact messages for the admin inbox'),
  linkChecks: z
    .enum(['nightly', 'on-demand', 'off'], '"nightly", "on-demand" or "off"')
    .default('nightly')
    .describe('when links of notices are checked: nightly, on-demand (only when staff ask for it), or off'),

  supabasePublishableKey: settingTypes.backendKey('sb_publishable_').optional().describe('public key of the backend'),
  supabaseSecretKey: settingTypes
    .backendKey('sb_secret_')
    .optional()
    .describe('secret key with full access, for servers only'),
  supabaseJwtSecret: settingTypes.text({ least: 32 }).optional().describe('secret that signs the sessions of admins'),

  vapidPublicKey: settingTypes
    .base64Url(65, 'a P-256 public key')
    .optional()
    .describe('web push identity, public part'),
  vapidPrivateKey: settingTypes
    .base64Url(32, 'a P-256 private key')
    .optional()
    .describe('web push identity, private part'),
  vapidSubject: settingTypes.operatorAddress.optional().describe('contact address of the operator for push services'),
  pushEndpointHosts: settingTypes.hostPatterns
    .default(knownPushServices)
    .describe('hosts of push services that are accepted in subscriptions'),

  analyticsScriptUrl: settingTypes.scriptAddress.optional().describe('third-party analytics script'),
  speedInsightsScriptUrl: settingTypes.scriptAddress.optional().describe('third-party performance measurement script'),
  adScriptUrl: settingTypes.scriptAddress.optional().describe('third-party advertising script'),

  s3Endpoint: settingTypes.webAddress.optional().describe('object storage for uploads, S3-compatible'),
  s3Region: settingTypes.text({}).default('us-east-1').describe('region of the object storage'),
  s3Bucket: settingTypes.bucketName.optional().describe('bucket for uploads, whose keys begin with notices/'),
  s3AccessKeyId: settingTypes.text({}).optional().describe('access key of the object storage'),
  s3SecretAccessKey: settingTypes.text({}).optional().describe('secret of that access key'),

  trustedProxies: settingTypes.networks
    .default([])
    .describe('addresses or networks of proxies on other machines whose X-Forwarded-For is trusted'),
  connections: settingTypes.count.default(10_000).describe('open connections in all, besides realtime ones'),
  connectionsPerAddress: settingTypes.count
    .default(200)
    .describe('open connections per IP address, besides those of proxies'),
  realtimeSocketsPerAddress: settingTypes.count
    .default(200)
    .describe('realtime connections allowed per IP address of visitors'),

  pageCacheMegabytes: settingTypes.megabytes
    .default(64)
    .describe('memory for cached pages and table reads; 0 disables both'),

  renderThreads: settingTypes.threads
    // The main thread and PostgreSQL need a core, too; on two cores, threads made nothing faster (decision 059).
    .default(Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1)))
    .describe('threads that render pages; 1 renders in the main thread'),

  metricsToken: settingTypes
    .text({ least: 16 })
    .optional()
    .describe('bearer token for /metrics; without one only this machine may read it'),

  logLevel: z
    .enum(['debug', 'info', 'warn', 'error'], '"debug", "info", "warn" or "error"')
    .default('info')
    .describe('lowest level of the JSON log lines on stderr: debug, info, warn or error'),
})

type Settings = z.infer<typeof environment>
export type SettingName = keyof Settings

/** All settings, with defaults applied. */
export type Config = Settings & Required<Pick<Settings, 'siteUrl' | 'vapidSubject'>>

/** Settings whose values must not appear in error messages. */
const secretSettings: SettingName[] = [
  'databaseUrl',
  'adminPassword',
  'supabaseSecretKey',
  'supabaseJwtSecret',
  'vapidPrivateKey',
  's3SecretAccessKey',
  'metricsToken',
  'smtpUrl',
]

/** Keys that all servers of one database must share; without DATABASE_URL they are generated in DATA_DIR. */
const sharedWithDatabase: SettingName[] = [
  'supabasePublishableKey',
  'supabaseSecretKey',
  'supabaseJwtSecret',
  'vapidPublicKey',
  'vapidPrivateKey',
]

/** Settings that must be set together. */
const settingGroups: SettingName[][] = [
  ['vapidPublicKey', 'vapidPrivateKey'],
  ['s3Endpoint', 's3Bucket', 's3AccessKeyId', 's3SecretAccessKey'],
]

/** @returns the environment variable of a setting: S3_ACCESS_KEY_ID for s3AccessKeyId */
export function variableOf(name: SettingName): string {
  return name.replace(/[A-Z]/g, '_$&').toUpperCase()
}

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 * @throws StartupError with one sentence about the first invalid or missing setting
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const names = Object.keys(environment.shape) as SettingName[]
  const given = names.map((name) => [name, withoutLineEnd(env[variableOf(name)])]).filter(([, value]) => value?.trim())
  const parsed = environment.safeParse(Object.fromEntries(given))
  if (!parsed.success) throw invalidSetting(parsed.error.issues[0], env)

  const settings = parsed.data
  if (settings.databaseUrl) requireAll(settings, sharedWithDatabase, 'databaseUrl')
  for (const group of settingGroups) {
    const present = group.find((name) => settings[name])
    if (present) requireAll(settings, group, present)
  }
  if (env[variableOf('sessionIdleDays')]?.trim() && settings.sessionIdleDays > settings.sessionDays)
    throw new StartupError(
      `SESSION_IDLE_DAYS is "${settings.sessionIdleDays}": it must be at most SESSION_DAYS, which is ${settings.sessionDays}.`,
    )
  return {
    ...settings,
    dataDir: resolve(settings.dataDir),
    siteUrl: settings.siteUrl ?? `http://localhost:${settings.port}`,
    vapidSubject: settings.vapidSubject ?? `mailto:${settings.contactEmail}`,
  }
}

/** A file of variables that was written on Windows leaves a carriage return at the end of each value. */
function withoutLineEnd(value: string | undefined): string | undefined {
  return value?.replace(/\r$/, '')
}

function invalidSetting(issue: z.core.$ZodIssue | undefined, env: Record<string, string | undefined>): StartupError {
  const name = issue?.path[0] as SettingName
  const variable = variableOf(name)
  const found = secretSettings.includes(name) ? `${variable} is not valid` : `${variable} is "${env[variable]}"`
  return new StartupError(`${found}: it must be ${issue?.message}.`)
}

function requireAll(settings: Settings, names: SettingName[], because: SettingName): void {
  const missing = names.find((name) => !settings[name])
  if (!missing) return
  throw new StartupError(`${variableOf(missing)} is missing: it is required when ${variableOf(because)} is set.`)
}
