import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '#backend/embedded-database/start.ts'
import { migrate } from '#backend/migrate.ts'
import { loadSampleData } from '#backend/sample-data.ts'
import { createSupabaseLite } from '#backend/supabase-lite.ts'
import { addressOf, keys, sampleNow, siteUrl, templates } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the cluster's own database; the tests make theirs from the templates beside it. */
    databaseUrl: string
  }
}

/** One embedded PostgreSQL for the whole run, with one database per starting point of the tests. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'suchana-contract-'))
  // PostgreSQL runs as another user when root runs the tests, and that user must be able to enter.
  chmodSync(folder, 0o755)
  const database = await startEmbeddedDatabase({ dataDir: folder })
  const giveUp = () => {
    database.abort()
    // PostgreSQL needs a moment to end, and this process has none left.
    spawn('sh', ['-c', 'sleep 2; rm -rf "$0"', folder], { detached: true, stdio: 'ignore' }).unref()
  }
  // A run that is broken off is not torn down: a signal or an error that nobody caught would leave PostgreSQL behind.
  const stopped = () => process.exit(1)
  process.once('exit', giveUp).once('SIGTERM', stopped).once('SIGHUP', stopped)
  const tearDown = async () => {
    process.off('exit', giveUp).off('SIGTERM', stopped).off('SIGHUP', stopped)
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeTemplates(database.url)
    provide('databaseUrl', database.url)
  } catch (error) {
    await tearDown()
    throw error
  }
  return tearDown
}

async function makeTemplates(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`create database ${sql(templates.unmigrated)}`
    const tables = createSupabaseLite(addressOf(databaseUrl, templates.unmigrated), keys, { siteUrl })
    await tables.provision()
    await tables.close()

    const twins = [templates.migrated, templates.twin]
    for (const name of twins) await sql`create database ${sql(name)} template ${sql(templates.unmigrated)}`
    await Promise.all(twins.map((name) => fill(addressOf(databaseUrl, name), migrate)))

    await sql`create database ${sql(templates.sample)} template ${sql(templates.migrated)}`
    await fill(addressOf(databaseUrl, templates.sample), (database) => loadSampleData(database, sampleNow))
  } finally {
    await sql.end()
  }
}

async function fill(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}
