import type { Sql } from 'postgres'
import { openRounds } from '#backend/rounds.ts'
import { followNotification, type FollowedEvent } from '#domain/push/follow-notification.ts'
import type { Deliveries } from './delivery.ts'

interface Parts {
  /** Connections that are "service_role". */
  sql: Sql
  deliveries: Pick<Deliveries, 'wake'>
  logFailure: (what: string, error: unknown) => void
}

/** Milliseconds between looks for events, and between looks for reminders that are due. */
const [eventInterval, reminderInterval] = [2_000, 30_000]

/**
 * Sends what happened to followed notices, and reminds of last dates. Any number of servers may do so on one database:
 * every event is sent once, also when it happened while no server ran. Source: docs/decisions/047
 */
export function openFollowedEvents({ sql, deliveries, logFailure }: Parts): { close(): Promise<void> } {
  const reminders = openRounds(async () => void (await sql`select push.remind()`), {
    interval: reminderInterval,
    onFailure: (error) => logFailure('Reminders of last dates could not be written', error),
  })
  const events = openRounds(
    async (signal) => {
      await sql`select push.withdraw()`
      while (!signal.aborted && (await sendNext(sql))) deliveries.wake()
    },
    { interval: eventInterval, onFailure: (error) => logFailure('What is followed could not be sent', error) },
  )
  return {
    async close() {
      await Promise.all([reminders.close(), events.close()])
    },
  }
}

/** @returns false when nothing is due, or another server sends */
async function sendNext(sql: Sql): Promise<boolean> {
  return sql.begin(async (transaction) => {
    const [row] = await transaction<{ due: (FollowedEvent & { ids: string[] }) | null }[]>`
      select push.next_event() as due`
    if (!row?.due) return false
    const content = followNotification(row.due)
    await transaction`select push.settle_event(${row.due.ids}::bigint[], ${content && transaction.json(content)})`
    return true
  })
}
