import { join } from 'node:path'
import { isConnectionLost } from '#backend/database/database-error.ts'
import { reasonOf, StartupError } from '#backend/startup-error.ts'
import type { Config } from './config.ts'

/**
 * @param outcome what the failure means, such as 'nothing was saved'
 * @returns a sentence for the end of the database or a full disk, other errors as they are
 */
export function databaseFailure(error: unknown, { databaseUrl, dataDir }: Config, outcome: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (['53100', 'ENOSPC', 'EDQUOT'].includes(code))
    return new StartupError(`The disk is full (${reasonOf(error)}): ${outcome}. Make room.`)
  if (!isConnectionLost(error)) return error
  const log = databaseUrl ? 'Its log' : join(dataDir, 'postgres.log')
  return new StartupError(
    `The database has ended (${reasonOf(error)}): ${outcome}. ${log} says why, such as a full disk.`,
  )
}
