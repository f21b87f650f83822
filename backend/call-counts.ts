import { createHmac } from 'node:crypto'
import type { Sql } from 'postgres'

interface CallLimit {
  /** Calls that are permitted within the time. */
  most: number
  seconds: number
}

/**
 * Counts a call before it is served. All servers of a database share the counts.
 * @param kind what is called
 * @param caller address or network of the client; only a hash of it is stored
 * @returns seconds to wait; 0 when the call is permitted
 */
export type CountCall = (kind: string, caller: string, limit: CallLimit) => Promise<number>

/** Milliseconds between removals of expired counts. */
const pruneInterval = 10 * 60_000

/**
 * @param sql connections that are "service_role"
 * @param secret hides addresses from readers of the counts
 */
export function createCallCounts(sql: Sql, secret: string): CountCall {
  let prunedAt = performance.now()
  return async (kind, caller, { most, seconds }) => {
    const key = createHmac('sha256', secret).update(`${kind}\n${caller}`).digest('base64url')
    const [row] = await sql<{ wait: number }[]>`
      select push.count_call(${key}, make_interval(secs => ${seconds}), ${most}) as wait`
    if (performance.now() - prunedAt > pruneInterval) {
      prunedAt = performance.now()
      await sql`delete from push.call_counts where until < now()`
    }
    return row?.wait ?? 0
  }
}
