import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { findCluster } from '#backend/embedded-database/cluster.ts'
import { superuserAddress } from '#backend/embedded-database/owner.ts'
import { startEmbeddedDatabase } from '#backend/embedded-database/start.ts'
import { migrate } from '#backend/database/migrate.ts'
import { loadSampleData } from '#supabase/sample-data/load-sample-data.ts'
import { createSupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'
import { makeFast } from '#test/fast-database.ts'
import { addressOf, keys, LAST_EARLIER_MIGRATION, sampleNow, siteUrl, templates } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the cluster's own database for its superuser; the tests create theirs from the templates in the same cluster. */
    databaseUrl: string
  }
}

/** Starts one embedded PostgreSQL for the whole run, with one template database per initial state of the tests. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'suchana-contract-'))
  // When root runs the tests, PostgreSQL runs as another user, who needs access to this folder.
  chmodSync(folder, 0o755)
  const database = await startEmbeddedDatabase({ dataDir: folder })
  const abort = () => {
    database.abort()
    // PostgreSQL needs time to stop, but this process is exiting: another process deletes the folder.
    spawn('sh', ['-c', 'sleep 2; rm -rf "$0"', folder], { detached: true, stdio: 'ignore' }).unref()
  }
  // vitest does not call the teardown after a signal or an uncaught error, so PostgreSQL is stopped at the exit.
  const exit = () => process.exit(1)
  process.once('exit', abort).once('SIGTERM', exit).once('SIGHUP', exit)
  const tearDown = async () => {
    process.off('exit', abort).off('SIGTERM', exit).off('SIGHUP', exit)
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const url = superuserAddress(findCluster(folder) ?? '', Number(new URL(database.url).port))
    await makeTemplates(url)
    provide('databaseUrl', url)
  } catch (error) {
    await tearDown()
    throw error
  }
  return tearDown
}

async function makeTemplates(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await makeFast((statement) => sql.unsafe(statement))
    // The tests describe a database server of an operator, who has none of the roles yet.
    await sql`drop role anon, authenticated, service_role`
    await sql`create database ${sql(templates.unmigrated)}`
    const lite = createSupabaseLite(addressOf(databaseUrl, templates.unmigrated), keys, { siteUrl })
    await lite.provision()
    await lite.close()

    const twins = [templates.migrated, templates.twin]
    for (const name of twins)
      await sql`create database ${sql(name)} template ${sql(templates.unmigrated)} strategy file_copy`
    await Promise.all(twins.map((name) => fill(addressOf(databaseUrl, name), migrate)))

    await sql`create database ${sql(templates.earlier)} template ${sql(templates.unmigrated)} strategy file_copy`
    await sql`create database ${sql(templates.sample)} template ${sql(templates.migrated)} strategy file_copy`
    await Promise.all([
      fill(addressOf(databaseUrl, templates.earlier), (database) => migrate(database, LAST_EARLIER_MIGRATION)),
      fill(addressOf(databaseUrl, templates.sample), (database) => loadSampleData(database, sampleNow)),
    ])
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
