import { resolve } from 'node:path'
import { z } from 'zod'
import { StartupError } from '#backend/startup-error.ts'
import * as kinds from './setting-kinds.ts'

const knownPushServices = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
]

/**
 * Every setting of the product: its kind, its default and its meaning. siteUrl is read from the variable SITE_URL.
 * Source: Architecture, "Configuration".
 */
export const environment = z.object({
  port: kinds.port.default(3000).describe('port the server listens on'),
  host: kinds.host.default('localhost').describe('address the server listens on'),
  dataDir: kinds.text({}).default('./data').describe('embedded database, generated secrets, uploaded files'),
  databaseUrl: kinds.postgresAddress.optional().describe('a PostgreSQL 15 or newer to use instead of the embedded one'),

  siteUrl: kinds.origin.optional().describe('address of the site as visitors see it'),
  siteName: kinds.text({ most: 60 }).default('Suchana').describe('brand shown to visitors'),
  contactEmail: kinds.emailAddress.default('contact@suchana.example').describe('address on the contact page'),
  whatsappUrl: kinds.webAddress.default('https://www.whatsapp.com/').describe('WhatsApp group or channel'),
  telegramUrl: kinds.webAddress.default('https://telegram.org/').describe('Telegram group or channel'),

  adminEmail: kinds.emailAddress.default('admin@suchana.example').describe('e-mail address of the first admin'),
  adminPassword: kinds.password.optional().describe('password of the first admin'),
  sampleData: kinds.onOff.optional().describe('load the sample notices'),
  contactInbox: kinds.onOff.default('off').describe('store contact messages for the admin inbox'),

  supabasePublishableKey: kinds.contractKey('sb_publishable_').optional().describe('public key of the backend'),
  supabaseSecretKey: kinds.contractKey('sb_secret_').optional().describe('key that opens everything, for servers only'),
  supabaseJwtSecret: kinds.text({ least: 32 }).optional().describe('signs the sessions of staff'),

  vapidPublicKey: kinds.base64Url(65, 'a P-256 public key').optional().describe('web push identity, public part'),
  vapidPrivateKey: kinds.base64Url(32, 'a P-256 private key').optional().describe('web push identity, private part'),
  vapidSubject: kinds.operatorAddress.optional().describe('where push services reach the operator'),
  pushEndpointHosts: kinds.hostPatterns
    .default(knownPushServices)
    .describe('push services that subscriptions may name'),

  analyticsScriptUrl: kinds.webAddress.optional().describe('third-party analytics script'),
  speedInsightsScriptUrl: kinds.webAddress.optional().describe('third-party speed measuring script'),
  adScriptUrl: kinds.webAddress.optional().describe('third-party advertising script'),

  s3Endpoint: kinds.webAddress.optional().describe('object storage for uploads, S3-compatible'),
  s3Region: kinds.text({}).default('us-east-1').describe('region of the object storage'),
  s3Bucket: kinds.bucketName.optional().describe('bucket for uploads; their names begin with notices/'),
  s3AccessKeyId: kinds.text({}).optional().describe('account at the object storage'),
  s3SecretAccessKey: kinds.text({}).optional().describe('password of that account'),

  realtimeSocketsPerAddress: kinds.count
    .default(200)
    .describe('realtime connections that one IP address may hold; raise it behind a proxy on another machine'),

  pageCacheMegabytes: kinds.megabytes.default(64).describe('memory for rendered pages; 0 renders every page anew'),

  metricsToken: kinds
    .text({ least: 16 })
    .optional()
    .describe('who has it may read /metrics; without one only this machine'),

  logLevel: z
    .enum(['debug', 'info', 'warn', 'error'], '"debug", "info", "warn" or "error"')
    .default('info')
    .describe('least severity of the JSON lines on stderr'),
})

type Settings = z.infer<typeof environment>
export type SettingName = keyof Settings

/** Settings after every default: what the server is started with. */
export type Config = Settings & Required<Pick<Settings, 'siteUrl' | 'vapidSubject'>>

const secret: SettingName[] = [
  'databaseUrl',
  'adminPassword',
  'supabaseSecretKey',
  'supabaseJwtSecret',
  'vapidPrivateKey',
  's3SecretAccessKey',
  'metricsToken',
]

/** Generated keys live in one server's DATA_DIR; servers that share a database have to agree on them. */
const sharedWithDatabase: SettingName[] = [
  'supabasePublishableKey',
  'supabaseSecretKey',
  'supabaseJwtSecret',
  'vapidPublicKey',
  'vapidPrivateKey',
]

const together: SettingName[][] = [
  ['vapidPublicKey', 'vapidPrivateKey'],
  ['s3Endpoint', 's3Bucket', 's3AccessKeyId', 's3SecretAccessKey'],
]

/** @returns the environment variable of a setting: S3_ACCESS_KEY_ID for s3AccessKeyId */
export function variableOf(name: SettingName): string {
  return name.replace(/[A-Z]/g, '_$&').toUpperCase()
}

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 * @throws StartupError with one sentence about the first setting that is wrong or missing
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const names = Object.keys(environment.shape) as SettingName[]
  const given = names.map((name) => [name, env[variableOf(name)]]).filter(([, value]) => value?.trim())
  const parsed = environment.safeParse(Object.fromEntries(given))
  if (!parsed.success) throw refusal(parsed.error.issues[0], env)

  const settings = parsed.data
  if (settings.databaseUrl) requireAll(settings, sharedWithDatabase, 'databaseUrl')
  for (const group of together) {
    const present = group.find((name) => settings[name])
    if (present) requireAll(settings, group, present)
  }
  return {
    ...settings,
    dataDir: resolve(settings.dataDir),
    siteUrl: settings.siteUrl ?? `http://localhost:${settings.port}`,
    vapidSubject: settings.vapidSubject ?? `mailto:${settings.contactEmail}`,
  }
}

function refusal(issue: z.core.$ZodIssue | undefined, env: Record<string, string | undefined>): StartupError {
  const name = issue?.path[0] as SettingName
  const variable = variableOf(name)
  const found = secret.includes(name) ? `${variable} is not valid` : `${variable} is "${env[variable]}"`
  return new StartupError(`${found}: it must be ${issue?.message}.`)
}

function requireAll(settings: Settings, names: SettingName[], because: SettingName): void {
  const missing = names.find((name) => !settings[name])
  if (!missing) return
  throw new StartupError(`${variableOf(missing)} is missing: it is required when ${variableOf(because)} is set.`)
}
