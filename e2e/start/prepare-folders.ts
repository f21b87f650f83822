import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeFast } from '#test/fast-database.ts'
import { cleanUp, databaseUrl, newFolder, preparedAccount, query, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    preparedFolders: Record<PreparedContent, string>
  }
}

export type PreparedContent = 'sample notices' | 'no notices'

/** Makes the data folders that preparedFolder() copies, once for the whole run. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  try {
    const [sample, empty] = await Promise.all([prepare('on'), prepare('off')])
    provide('preparedFolders', { 'sample notices': sample, 'no notices': empty })
  } catch (error) {
    await cleanUp()
    throw error
  }
  return cleanUp
}

async function prepare(sampleData: 'on' | 'off'): Promise<string> {
  const account = { ADMIN_EMAIL: preparedAccount.email, ADMIN_PASSWORD: preparedAccount.password }
  const dataDir = join(newFolder(), 'data')
  const server = await startServer(dataDir, { env: { ...account, SAMPLE_DATA: sampleData } })
  await makeFast((statement) => query(databaseUrl(dataDir), statement))
  // Only a stopped database may be copied.
  if ((await server.stop()) !== 0) throw new Error(`The server has not stopped: ${server.errors()}`)
  return dataDir
}
