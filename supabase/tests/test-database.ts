import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'

/** Template databases of the tests. */
export const templates = {
  /** Only the tables of sign-in, as supabase-lite creates them. */
  unmigrated: 'contract_unmigrated',
  /** The migrations that those by subject replace, no rows. */
  earlier: 'contract_earlier',
  /** Every migration, no rows. */
  migrated: 'contract_migrated',
  /** Like migrated, but migrated at the same time, on a server that had none of the roles yet. */
  twin: 'contract_twin',
  /** Every migration and the sample data of sampleNow. */
  sample: 'contract_sample',
}

/** Version of the last migration before those by subject. */
export const LAST_EARLIER_MIGRATION = '20261209000300'

/** Half past midnight in India on 21 November 2026, while it is still the 20th in Greenwich. */
export const sampleNow = Date.parse('2026-11-21T00:30:00+05:30')

export const siteUrl = 'http://localhost'

export const keys = {
  publishableKey: 'sb_publishable_contract_tests_only_000',
  secretKey: 'sb_secret_contract_tests_only_00000000',
  jwtSecret: 'the signing secret of the contract tests and of nothing else',
}

/** Used by tests only. */
export const vapid = {
  publicKey: 'BLda9le3o_FKbckYX8_8jqsn3K-kdwTIy_RwOunHlzCMS1K9ZNrR0dXh2V4nkOvPh3LhOPCWr7RPWZWqdpe2JG4',
  privateKey: 'Tffw4rerQhOMWt94yYK3QV1NCW99c2eeGqtM513qBno',
  subject: 'mailto:operator@example.org',
}

export interface TestDatabase {
  /** Connection of the database owner. */
  readonly sql: postgres.Sql
  readonly url: string
}

/** @returns the address of another database of the same cluster */
export function addressOf(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl)
  url.pathname = name
  return url.href
}

/** Does something after the test, or after the test file when no test runs: the process goes on with the next file. */
export function afterwards(work: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await work()))
  else afterAll(async () => void (await work()))
}

/** Creates a database for the test, or for the test file, and drops it afterwards. */
export async function makeDatabase(template: keyof typeof templates): Promise<TestDatabase> {
  const cluster = postgres(inject('databaseUrl'), { max: 1, onnotice: () => {} })
  const name = `contract_${randomUUID()}`
  // Copied page by page through the write-ahead log, the default, a database would cost five times as much.
  await cluster`create database ${cluster(name)} template ${cluster(templates[template])} strategy file_copy`
  const url = addressOf(inject('databaseUrl'), name)
  const sql = postgres(url, { max: 4, onnotice: () => {} })
  afterwards(async () => {
    await sql.end({ timeout: 5 })
    await cluster`drop database ${cluster(name)} with (force)`
    await cluster.end()
  })
  return { sql, url }
}
