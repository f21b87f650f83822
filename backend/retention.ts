import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { BIN_DAYS, PAGE_VIEW_DAYS, REPORT_DAYS } from '#domain/limits.ts'
import { advisoryLocks } from './database/advisory-locks.ts'
import { openRounds, type Rounds } from './rounds.ts'
import { reasonOf } from './startup-error.ts'

/** Functions of the database that delete rows, and how long the rows are of use. */
const rules = [
  { deletes: 'delete_page_views', after: `${PAGE_VIEW_DAYS} days` },
  { deletes: 'delete_sign_in_attempts', after: '1 day' },
  { deletes: 'delete_inactive_subscriptions', after: '90 days' },
  { deletes: 'delete_sign_in_events', after: '365 days' },
  { deletes: 'delete_corrections', after: '730 days' },
  { deletes: 'delete_mistake_reports', after: `${REPORT_DAYS} days` },
  { deletes: 'delete_push_events', after: '30 days' },
  // At once: the age is not asked for.
  { deletes: 'delete_push_lists', after: '0 days' },
  { deletes: 'delete_bin_items', after: `${BIN_DAYS} days` },
  { deletes: 'delete_notice_previews', after: '0 days' },
  // At once: the database itself rejects deleting what is younger than two years.
  { deletes: 'delete_history', after: '0 days' },
]

/** Rows of one statement, which takes a fraction of a second, and the milliseconds of rest after it. */
const batch = 5_000
const rest = 100

/** Milliseconds between rounds. */
const interval = 15 * 60_000

/**
 * Deletes rows that are of no use any more, now and every quarter of an hour. Page views become numbers of their day.
 * Source: docs/operations.md#what-limits-growth
 * @param sql connections that are "service_role"
 * @param logFailure is called when a round fails; the next one retries
 */
export function openRetention(sql: Sql, logFailure: (what: string, error: unknown) => void): Rounds {
  return openRounds((signal) => deleteOldRows(sql, signal), {
    interval,
    onFailure: (error) => logFailure('Old rows could not be deleted', error),
  })
}

/**
 * Deletes batch after batch until none is left, another server deletes, or the signal is aborted.
 * @throws what rules failed with, after the others were followed
 */
export async function deleteOldRows(sql: Sql, signal?: AbortSignal): Promise<void> {
  const failures: Error[] = []
  for (const rule of rules) {
    try {
      while (!signal?.aborted && (await deleteBatch(sql, rule)) === batch) await pause(rest, null, { signal })
    } catch (cause) {
      failures.push(new Error(`${rule.deletes}: ${reasonOf(cause)}`, { cause }))
    }
  }
  const reasons = failures.map(({ message }) => message).join('; ')
  if (failures.length > 0) throw new AggregateError(failures, reasons)
}

/** @returns the number of deleted rows; 0 while another server deletes */
async function deleteBatch(sql: Sql, { deletes, after }: (typeof rules)[number]): Promise<number> {
  return sql.begin(async (transaction) => {
    // One server deletes at a time.
    const [lock] = await transaction<
      { mine: boolean }[]
    >`select pg_try_advisory_xact_lock(${advisoryLocks.oldRows}) as mine`
    if (!lock?.mine) return 0
    const [row] = await transaction<{ count: number }[]>`
      select rules.${transaction(deletes)}(${after}::interval, ${batch}) as count`
    return row?.count ?? 0
  })
}
