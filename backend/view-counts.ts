import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { openRounds, type Rounds } from './rounds.ts'

/** Page views of one statement, which takes a fraction of a second, and the milliseconds of rest after it. */
const batch = 2_000
const rest = 50

/** Milliseconds between rounds. */
const interval = 20_000

/**
 * Adds page views to the numbers of the records that were viewed, three times a minute. Any number of servers may do so.
 * Source: docs/behaviour/notices.md#views
 * @param sql connections that are "service_role"
 * @param logFailure is called when a round fails; the next one retries
 */
export function openViewCounts(sql: Sql, logFailure: (what: string, error: unknown) => void): Rounds {
  return openRounds((signal) => countViews(sql, signal), {
    interval,
    onFailure: (error) => logFailure('Page views could not be counted', error),
  })
}

/** Counts batch after batch until none is left, another server counts, or the signal is aborted. */
export async function countViews(sql: Sql, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await countBatch(sql)) === batch) await pause(rest, null, { signal })
}

async function countBatch(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select rules.count_page_views(${batch}) as count`
  return row?.count ?? 0
}
