import postgres, { type ISql } from 'postgres'

/** A connection as the database knows it. It uses process ids again, so the time of the start tells them apart. */
export interface Session {
  pid: number
  startedAt: string
}

export async function sessionOf(sql: ISql): Promise<Session> {
  const [session] = await sql<[Session]>`
    select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`
  return session
}

/**
 * Ends the transaction of the rows if it goes on without its connection, for example because it waits for a lock.
 * @returns whether the rows are stored although the answer to their transaction was lost; false when nothing answers
 */
export async function areRowsStored(databaseUrl: string, { pid, startedAt }: Session): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: 10, onnotice: () => {} })
  try {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid = ${pid} and backend_start::text = ${startedAt}`
    const [account] = await sql.begin(async (transaction) => {
      await transaction`set local lock_timeout = '10s'`
      // Waits for the end of that transaction, whose connection may be closed already.
      await transaction`lock table auth.users in share mode`
      return transaction`select from auth.users limit 1`
    })
    return account !== undefined
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 0 })
  }
}
