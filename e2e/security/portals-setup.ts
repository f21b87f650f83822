import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { newKeys, openOperatorsDatabase } from '#e2e/start/operators-database.ts'
import { cleanUp, databaseUrl, generatedKeys, newFolder, query, startServer } from '#e2e/start/server.ts'
import { makeFast } from '#test/fast-database.ts'
import type { Portal } from './portals.ts'

declare module 'vitest' {
  interface ProvidedContext {
    portals: Portal[]
  }
}

const admin = { email: 'editor@suchana.example', password: 'a long password for tests' }
const settings = {
  SAMPLE_DATA: 'on',
  CONTACT_INBOX: 'on',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
}

/** Starts the server twice for the whole run: with its embedded PostgreSQL, and with the PostgreSQL of an operator. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  try {
    provide('portals', await Promise.all([openEmbedded(), openExternal()]))
  } catch (error) {
    await cleanUp()
    throw error
  }
  return cleanUp
}

async function openEmbedded(): Promise<Portal> {
  const { url, dataDir } = await startServer(join(newFolder(), 'data'), { env: settings })
  await makeFast((statement) => query(databaseUrl(dataDir), statement))
  const { publishableKey, jwtSecret, secretKey, vapidPrivateKey } = generatedKeys(dataDir)
  const secrets = { jwtSecret, secretKey, vapidPrivateKey }
  return { mode: 'embedded', url, databaseUrl: databaseUrl(dataDir), publishableKey, secrets, admin }
}

/** The server's user of the database is no superuser; tests look into the database as its superuser. */
async function openExternal(): Promise<Portal> {
  const operator = await openOperatorsDatabase()
  await makeFast(operator.asSuperuser)
  const keys = newKeys()
  const env = { DATABASE_URL: await operator.newOwnedDatabase('portal', 'portal'), ...keys, ...settings }
  const { url } = await startServer(join(newFolder(), 'data'), { env })
  return {
    mode: 'external',
    url,
    databaseUrl: databaseUrl(operator.folder, 'portal'),
    publishableKey: keys.SUPABASE_PUBLISHABLE_KEY,
    secrets: {
      jwtSecret: keys.SUPABASE_JWT_SECRET,
      secretKey: keys.SUPABASE_SECRET_KEY,
      vapidPrivateKey: keys.VAPID_PRIVATE_KEY,
    },
    admin,
  }
}
