import type { Sql, TransactionSql } from 'postgres'
import { openRounds } from '#backend/rounds.ts'
import type { FollowedEvent, FollowNotification } from '#domain/push/followed-event.ts'
import type { Deliveries } from './delivery.ts'

interface Parts {
  /** Connections that are "service_role". */
  sql: Sql
  deliveries: Pick<Deliveries, 'wake'>
  followNotification: FollowNotification
  logFailure: (what: string, error: unknown) => void
}

/** Milliseconds between looks for events, and between looks for reminders that are due. */
const [eventInterval, reminderInterval] = [2_000, 30_000]

/**
 * Sends what happened to followed notices, and reminds of last dates. Any number of servers may do so on one database:
 * every event is sent once, also when it happened while no server ran. Source: docs/decisions/047
 */
export function openFollowedEvents(parts: Parts): { close(): Promise<void> } {
  const { sql, deliveries, logFailure } = parts
  const reminders = openRounds(async () => void (await sql`select push.remind()`), {
    interval: reminderInterval,
    onFailure: (error) => logFailure('Reminders of last dates could not be written', error),
  })
  const events = openRounds(
    async (signal) => {
      await sql`select push.withdraw()`
      while (!signal.aborted && (await sendNext(parts))) deliveries.wake()
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
async function sendNext({ sql, followNotification, logFailure }: Parts): Promise<boolean> {
  return sql.begin(async (transaction) => {
    const [row] = await transaction<{ due: (FollowedEvent & { ids: string[] }) | null }[]>`
      select push.next_event() as due`
    if (!row?.due) return false
    const { due } = row
    const settle = (by: TransactionSql, content: ReturnType<FollowNotification>) =>
      by`select push.settle_event(${due.ids}::bigint[], ${content && by.json(content)})`
    try {
      await transaction.savepoint((by) => settle(by, followNotification(due)))
    } catch (error) {
      if (!isOfEvent(error)) throw error
      // Without this, every later event would wait for this one.
      logFailure(`The events ${due.ids.join()} cannot be sent`, error)
      await settle(transaction, null)
    }
    return true
  })
}

/** @returns whether the same event would fail again: its data are refused, or it cannot be put into words. Source: PostgreSQL, SQLSTATE classes 22 and 23 */
function isOfEvent(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? /^2[23]/.test(code) : error instanceof TypeError || error instanceof RangeError
}
