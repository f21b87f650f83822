import { startEmbeddedDatabase, type RunningDatabase } from '#backend/embedded-database/start.ts'
import { openBackend, type Backend } from '#backend/open-backend.ts'
import { followNotification } from '#domain/push/follow-notification.ts'
import { createPushFunction } from '#supabase/functions/push-notifications/handler.ts'
import { loadSampleData } from '#supabase/sample-data/load-sample-data.ts'
import type { Config } from './config.ts'
import { databaseFailure } from './database-failure.ts'
import { openFileStore } from './file-store.ts'
import { log, logRepeated } from './log.ts'
import { openSecrets } from './secrets.ts'
import { printFirstAdmin, printProgress } from './start-progress.ts'
import type { Part } from './shutdown.ts'

/** Searches and suggestions, and lists under filters, which the page cache leaves out. In a list, spaces around a text matter. */
const POPULAR_CALLS = {
  functions: { search_notices: 'query', search_suggestions: 'query', filtered_search: 'query', filtered_list: null },
  table: 'search_words',
}

/**
 * Opens the database and the backend.
 * @param register called with each component as soon as it must be closed at shutdown
 * @throws StartupError when the database cannot be used, has ended, or its disk is full
 */
export async function startBackend(config: Config, register: (part: Part) => void): Promise<Backend> {
  try {
    return await openParts(config, register)
  } catch (error) {
    throw databaseFailure(error, config, 'the server has not started')
  }
}

async function openParts(config: Config, register: (part: Part) => void): Promise<Backend> {
  const databaseUrl = config.databaseUrl ?? (await openEmbeddedDatabase(config.dataDir, register))
  const { publishableKey, secretKey, jwtSecret, vapidPublicKey, vapidPrivateKey } = openSecrets(config)
  const backend = await openBackend({
    databaseUrl,
    keys: { publishableKey, secretKey, jwtSecret },
    siteUrl: config.siteUrl,
    siteName: config.siteName,
    contactInbox: config.contactInbox,
    requireSecondFactor: config.requireSecondFactor,
    mail: config.smtpUrl ? { smtpUrl: config.smtpUrl, from: config.mailFrom ?? config.contactEmail } : undefined,
    fill: async (sql) => {
      const isWanted = (config.sampleData ?? (config.databaseUrl ? 'off' : 'on')) === 'on'
      if (isWanted && (await loadSampleData(sql))) printProgress('Loaded the sample notices')
    },
    admin: { email: config.adminEmail, password: config.adminPassword },
    sessions: { idleDays: config.sessionIdleDays, days: config.sessionDays },
    onAdminCreated: (admin) => printFirstAdmin(admin, config.siteUrl),
    store: await openFileStore(config),
    isStoreCertain: config.databaseUrl === undefined,
    push: {
      vapid: { publicKey: vapidPublicKey, privateKey: vapidPrivateKey, subject: config.vapidSubject },
      endpointHosts: config.pushEndpointHosts,
    },
    createPushFunction,
    followNotification,
    links: { mode: config.linkChecks },
    ...(config.pageCacheMegabytes > 0 && { popularCalls: POPULAR_CALLS }),
    socketsPerAddress: config.realtimeSocketsPerAddress,
    report: printProgress,
    logFailure: (what, error) => logRepeated('error', what, { cause: `${what} ${String(error)}`, error }),
  })
  register({ close: () => backend.close() })
  return backend
}

/** Registers the database before it has started, so that a signal during the start stops it. */
async function openEmbeddedDatabase(dataDir: string, register: (part: Part) => void): Promise<string> {
  let database: RunningDatabase | undefined
  const stopping = new AbortController()
  const opening = startEmbeddedDatabase({
    dataDir,
    report: printProgress,
    reportOutage: (level, line) => log[level](line),
    signal: stopping.signal,
  })
  const close = async () => {
    stopping.abort()
    await (await opening).close()
  }
  register({ close, abort: () => database?.abort() })
  database = await opening
  return database.url
}
