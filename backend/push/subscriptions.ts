import { FOLLOWS_MAX } from '#domain/push/limits.ts'
import { createHmac } from 'node:crypto'
import type { JSONValue, Sql } from 'postgres'
import { networksOf } from '#backend/client-networks.ts'
import { createLimiterByKey } from '#backend/limiter-by-key.ts'
import { TooManyWaiting } from '#backend/limiter.ts'
import type { PushClient, PushStatistics } from '#supabase/functions/push-notifications/push-service.ts'

/**
 * Calls of one client that are counted at once, that wait for it, and for how many milliseconds at most. The database
 * counts them in one row, so at once they would wait for each other on connections that others need.
 */
const [parallel, waiting, longestWait] = [1, 100, 3_000]

type CallLimits = Parameters<PushClient['countCall']>[2]
type SubscriptionService = Pick<PushClient, 'countCall' | 'save' | 'remove' | 'changePreferences' | 'statistics'>

/**
 * Stores visitors' subscriptions. A client that knows an endpoint may change it, and learns nothing about others:
 * an unknown one is answered like a known one. Source: docs/behaviour/security.md#subscriptions-stay-secret
 * @param sql connections that are "service_role"
 * @param secret hides addresses and endpoints from readers of the counts
 */
export function createSubscriptionService(sql: Sql, secret: string): SubscriptionService {
  const limit = createLimiterByKey(parallel, waiting, longestWait)

  async function count(key: string, limits: CallLimits): Promise<number> {
    let wait = 0
    for (const { most, seconds } of limits) {
      const [row] = await sql<{ seconds: number }[]>`
        select push.count_call(${key}, make_interval(secs => ${seconds}), ${most}) as seconds`
      wait = Math.max(wait, row?.seconds ?? 0)
    }
    return wait
  }

  async function countInTurn(kind: string, caller: string, limits: CallLimits): Promise<number> {
    const key = createHmac('sha256', secret).update(`push\n${kind}\n${caller}`).digest('base64url')
    try {
      return await limit(key, () => count(key, limits))
    } catch (error) {
      if (error instanceof TooManyWaiting) return 1
      throw error
    }
  }

  return {
    countCall: async (kind, caller, limits) => {
      for (const { name, share } of networksOf(caller)) {
        const shared = limits.map(({ most, seconds }) => ({ most: most * share, seconds }))
        const wait = await countInTurn(kind, name, shared)
        if (wait > 0) return wait
      }
      return 0
    },

    async save({ endpoint, p256dh, auth, preferences, userAgent, former }) {
      const row = { endpoint, p256dh, auth, preferences: sql.json(preferences), userAgent: userAgent ?? null }
      await sql`insert into push_subscriptions ${sql(row)} on conflict (endpoint) do update set
        p256dh = excluded.p256dh, auth = excluded.auth, preferences = excluded.preferences,
        "userAgent" = excluded."userAgent", is_active = true`
      if (former) await sql`select push.move_follows(${former}, ${endpoint}, ${FOLLOWS_MAX})`
    },

    async remove(endpoint) {
      await sql`delete from push_subscriptions where endpoint = ${endpoint}`
    },

    async changePreferences(endpoint, preferences) {
      await sql`update push_subscriptions set preferences = ${sql.json(preferences as JSONValue)}
        where endpoint = ${endpoint} and is_active`
    },

    async statistics() {
      const [row] = await sql<{ numbers: PushStatistics }[]>`select push.statistics() as numbers`
      if (!row) throw new Error('push.statistics() returned nothing')
      return row.numbers
    },
  }
}
