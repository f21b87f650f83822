import { prepareDatabase } from '#backend/database/prepare-database.ts'
import type { TestDatabase } from './test-database.ts'

/** What a start reports that records the migrations by subject in a database with earlier ones. */
export const REPLACED =
  'Database schema: the migrations by subject are recorded in place of the earlier ones, with the same result'

/** For databases that have the tables of sign-in already. */
export const noProvision = { provision: async () => {} }

/** Starts the schema of a server. @returns what it reported to the operator */
export async function startSchema({ url }: TestDatabase): Promise<string[]> {
  const lines: string[] = []
  await prepareDatabase({ databaseUrl: url, report: (line) => lines.push(line) }, noProvision, async () => {})
  return lines
}
