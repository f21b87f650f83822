import { createHmac } from 'node:crypto'
import type { Sql } from 'postgres'
import { networksOf } from './client-networks.ts'

interface CallLimit {
  /** Calls that are permitted within the time. */
  most: number
  seconds: number
}

/**
 * Counts a call before it is served. All servers of a database share the counts. A call within the limit of a /64 network
 * also counts for its /48 network. Source: docs/behaviour/limits.md#addresses-behind-proxies
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
  async function count(kind: string, caller: string, { most, seconds }: CallLimit): Promise<number> {
    const key = createHmac('sha256', secret).update(`${kind}\n${caller}`).digest('base64url')
    const [row] = await sql<{ wait: number }[]>`
      select push.count_call(${key}, make_interval(secs => ${seconds}), ${most}) as wait`
    return row?.wait ?? 0
  }

  return async (kind, caller, limit) => {
    if (performance.now() - prunedAt > pruneInterval) {
      prunedAt = performance.now()
      await sql`delete from push.call_counts where until < now()`
    }
    for (const { name, share } of networksOf(caller)) {
      const wait = await count(kind, name, { ...limit, most: limit.most * share })
      if (wait > 0) return wait
    }
    return 0
  }
}
