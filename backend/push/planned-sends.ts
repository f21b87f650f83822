import type { Sql } from 'postgres'
import { openRounds } from '#backend/rounds.ts'
import type { Deliveries } from './delivery.ts'

interface Parts {
  /** Connections that are "service_role". */
  sql: Sql
  deliveries: Pick<Deliveries, 'wake'>
  logFailure: (what: string, error: unknown) => void
}

/** Milliseconds between looks for notifications whose time has come. */
const interval = 1_000

/**
 * Sends notifications at their time. Any number of servers may do so on one database: each
 * notification is sent by one of them. Source: docs/behaviour/push.md#leaving-later
 */
export function openPlannedSends({ sql, deliveries, logFailure }: Parts): { close(): Promise<void> } {
  return openRounds(
    async () => {
      const [row] = await sql<{ started: number }[]>`select push.release() as started`
      if (row?.started) deliveries.wake()
    },
    { interval, onFailure: (error) => logFailure('Notifications could not be sent at their time', error) },
  )
}
