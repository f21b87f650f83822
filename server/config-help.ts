import { environment, variableOf, type SettingName } from './config.ts'

/** Descriptions of defaults that are determined at the start. */
const dynamicDefaults: Partial<Record<SettingName, string>> = {
  databaseUrl: 'embedded PostgreSQL 18',
  siteUrl: 'http://localhost:PORT',
  adminPassword: 'generated, printed once at the first start',
  sampleData: 'on for a new embedded database, else off',
  supabasePublishableKey: 'generated into DATA_DIR',
  supabaseSecretKey: 'generated into DATA_DIR',
  supabaseJwtSecret: 'generated into DATA_DIR',
  vapidPublicKey: 'generated into DATA_DIR',
  vapidPrivateKey: 'generated into DATA_DIR',
  vapidSubject: 'mailto:CONTACT_EMAIL',
  pushEndpointHosts: 'the known push services',
  s3Endpoint: 'files under DATA_DIR',
  smtpUrl: 'none: links are shown to copy',
  mailFrom: 'CONTACT_EMAIL',
}

/** The configuration table, as text for a terminal. */
export function configHelp(): string {
  const names = Object.keys(environment.shape) as SettingName[]
  const rows = names.map((name) => [
    variableOf(name),
    dynamicDefaults[name] ?? defaultOf(name),
    environment.shape[name].description ?? '',
  ])
  const table = [['Name', 'Default', 'Meaning'], ...rows]
  const width = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0))
  const [nameWidth, defaultWidth] = [width(0), width(1)]
  const lines = table.map(
    ([name = '', value = '', meaning]) => `  ${name.padEnd(nameWidth)}  ${value.padEnd(defaultWidth)}  ${meaning}`,
  )
  const intro = 'Settings are environment variables, each one optional, for example: PORT=8080 npm start'
  const outro =
    'The SUPABASE_ and VAPID_ keys are required when DATABASE_URL is set, so that all its servers use the same keys.'
  return [intro, '', ...lines, '', outro].join('\n')
}

function defaultOf(name: SettingName): string {
  const { data } = environment.shape[name].safeParse(undefined)
  return String(data ?? '') || 'none'
}
