import { startEmbeddedDatabase, type RunningDatabase } from '#backend/embedded-database/start.ts'
import { openBackend, type Backend } from '#backend/open-backend.ts'
import type { Config } from './config.ts'
import { openFileStore } from './file-store.ts'
import { log } from './log.ts'
import { openSecrets } from './secrets.ts'
import { introduceAdmin, say } from './start-progress.ts'
import type { Part } from './shutdown.ts'

/**
 * Opens the database and the backend on it.
 * @param keep takes each part as soon as it has to be closed
 */
export async function startBackend(config: Config, keep: (part: Part) => void): Promise<Backend> {
  const databaseUrl = config.databaseUrl ?? (await openEmbeddedDatabase(config.dataDir, keep))
  const { publishableKey, secretKey, jwtSecret, vapidPublicKey, vapidPrivateKey } = openSecrets(config)
  const backend = await openBackend({
    databaseUrl,
    keys: { publishableKey, secretKey, jwtSecret },
    siteUrl: config.siteUrl,
    contactInbox: config.contactInbox,
    sampleData: config.sampleData ?? (config.databaseUrl ? 'off' : 'on'),
    admin: { email: config.adminEmail, password: config.adminPassword },
    introduceAdmin: (admin) => introduceAdmin(admin, config.siteUrl),
    store: await openFileStore(config),
    push: {
      vapid: { publicKey: vapidPublicKey, privateKey: vapidPrivateKey, subject: config.vapidSubject },
      endpointHosts: config.pushEndpointHosts,
    },
    socketsPerAddress: config.realtimeSocketsPerAddress,
    report: say,
    logFailure: (what, error) => log.error(what, { error }),
  })
  keep({ close: () => backend.close() })
  return backend
}

/** Handed over before it runs: a signal during the start then stops what is being started. */
async function openEmbeddedDatabase(dataDir: string, keep: (part: Part) => void): Promise<string> {
  let database: RunningDatabase | undefined
  const stopping = new AbortController()
  const opening = startEmbeddedDatabase({ dataDir, report: say, signal: stopping.signal })
  const close = async () => {
    stopping.abort()
    await (await opening).close()
  }
  keep({ close, abort: () => database?.abort() })
  database = await opening
  return database.url
}
