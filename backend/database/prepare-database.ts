import postgres, { type Sql } from 'postgres'
import { advisoryLocks } from './advisory-locks.ts'
import { migrate } from './migrate.ts'
import { rejectNewerSchema, requireCurrentSchema } from './schema-state.ts'
import { statementTimeouts } from './request-roles.ts'
import { upgradeFirstSchema } from './upgrade-first-schema.ts'
import { StartupError, reasonOf } from '#backend/startup-error.ts'
import type { SupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'

/** Connections of the database owner. */
export type OwnerConnections = Sql

interface PrepareOptions {
  databaseUrl: string
  report: (line: string) => void
  upTo?: string | undefined
  signal?: AbortSignal | undefined
}

/**
 * Brings the schema of a database up to date and then runs the given work, under a lock that excludes other servers.
 * @param options.report receives a line for each change of the schema
 * @param options.upTo version of the last migration to apply; all by default
 * @param options.signal aborts it and the work: the connections are closed, and what is not committed is undone
 * @throws StartupError with one sentence when the database cannot be used
 */
export async function prepareDatabase<T>(
  { databaseUrl, report, upTo, signal }: PrepareOptions,
  lite: Pick<SupabaseLite, 'provision'>,
  work: (sql: OwnerConnections) => Promise<T>,
): Promise<T> {
  const prepare = async (sql: OwnerConnections) => {
    await rejectNewerSchema(sql)
    await lite.provision()
    if (await upgradeFirstSchema(sql)) report('Database schema: upgraded from the version of 21 November 2026')
    const { earlier, applied } = await migrate(sql, upTo)
    const reportApplied = (names: string[]) => {
      if (names.length > 0) report(`Database schema: applied ${names.join(', ')}`)
    }
    reportApplied(earlier?.applied ?? [])
    if (earlier?.areReplaced)
      report(
        'Database schema: the migrations by subject are recorded in place of the earlier ones, with the same result',
      )
    reportApplied(applied)
    await checkRoles(sql)
    return work(sql)
  }
  return whileLocked(databaseUrl, prepare, { signal })
}

/**
 * Runs work on the database of a portal, under the lock of prepareDatabase, and changes nothing of its schema.
 * @param signal aborts the wait for the lock; work that has begun is finished
 * @throws StartupError with one sentence when the database cannot be used
 */
export async function onPreparedDatabase<T>(
  databaseUrl: string,
  work: (sql: OwnerConnections) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const begin = async (sql: OwnerConnections) => {
    await requireCurrentSchema(sql)
    return work(sql)
  }
  return whileLocked(databaseUrl, begin, { signal, isWorkFinished: true })
}

interface Stopping {
  signal?: AbortSignal | undefined
  /** Whether the signal aborts the wait for the lock alone. */
  isWorkFinished?: boolean
}

async function whileLocked<T>(
  databaseUrl: string,
  work: (sql: OwnerConnections) => Promise<T>,
  { signal, isWorkFinished = false }: Stopping,
): Promise<T> {
  const sql = postgres(databaseUrl, { max: 2, connect_timeout: 10, onnotice: () => {} })
  const stopped = Promise.withResolvers<never>()
  // Without a handler of its own, a stop before the race below would end the process.
  stopped.promise.catch(() => {})
  let isStopped = false
  const stop = () => {
    isStopped = true
    stopped.reject(signal?.reason as Error)
    void sql.end({ timeout: 0 })
  }
  signal?.addEventListener('abort', stop)
  try {
    signal?.throwIfAborted()
    await reach(sql)
    const locked = sql.begin(async (lock) => {
      // One server prepares a database at a time, the others wait for it.
      await lock`select pg_advisory_xact_lock(${advisoryLocks.preparation})`
      if (isWorkFinished) signal?.removeEventListener('abort', stop)
      return [await work(sql)]
    })
    // The driver may leave a statement unanswered whose connection is closed.
    const [done] = await Promise.race([locked, stopped.promise])
    return done as T
  } finally {
    signal?.removeEventListener('abort', stop)
    if (!isStopped) await sql.end({ timeout: 5 })
  }
}

async function reach(sql: Sql): Promise<void> {
  try {
    await sql`select 1`
  } catch (error) {
    const isReadOnly = error instanceof Error && 'code' in error && error.code === 'CONNECTION_DESTROYED'
    const reason = isReadOnly ? 'none of its hosts accepts writes (target_session_attrs)' : reasonOf(error)
    throw new StartupError(`The database of DATABASE_URL cannot be reached: ${reason}.`)
  }
}

/** The owner of the database may not act as these roles when another user created them for another database. */
async function checkRoles(sql: Sql): Promise<void> {
  const roles = Object.keys(statementTimeouts)
  for (const role of roles) {
    await sql
      .begin((transaction) => transaction`set local role ${transaction(role)}`)
      .catch((error: unknown) => {
        throw new StartupError(
          `The database user may not act as the roles it serves (${reasonOf(error)}): let the owner of these roles run "grant ${roles.join(', ')} to" that user.`,
        )
      })
  }
}
