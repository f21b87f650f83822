import postgres from 'postgres'
import { expect } from 'vitest'
import { query } from './server.ts'

/** Takes the lock of a start or a restore, which prepares the database. Its number never changes. */
export const PREPARATION = 'select pg_advisory_xact_lock(7824264002)'

/** Does something while a statement is in force, such as a lock, in a transaction. */
export async function during(address: string, statement: string, work: () => Promise<void>): Promise<void> {
  const sql = postgres(address, { max: 1, onnotice: () => {} })
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(statement)
      await work()
    })
  } finally {
    await sql.end()
  }
}

/** Waits until somebody waits for a lock in a database. */
export async function untilHeldUp(address: string): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await query(address, waiting)).length, { interval: 20 }).toBeGreaterThan(0)
}
