import type { Sql } from 'postgres'
import type { PushClient } from '#supabase/functions/push-notifications/push-service.ts'

type FollowService = Pick<PushClient, 'follow' | 'unfollow' | 'setQuietHours'>

/**
 * Stores what subscriptions follow. Calls with an unknown endpoint are answered like others.
 * Source: docs/behaviour/following.md#calls
 * @param sql connections that are "service_role"
 */
export function createFollowService(sql: Sql): FollowService {
  return {
    async follow({ endpoint, topic, events }, most) {
      const [row] = await sql<{ result: Awaited<ReturnType<FollowService['follow']>> }[]>`
        select push.follow(${endpoint}, ${topic}, ${events}, ${most}) as result`
      return row?.result ?? 'missing'
    },

    async unfollow(endpoint, topic) {
      await sql`delete from push.follows using push_subscriptions
        where subscription_id = push_subscriptions.id and endpoint = ${endpoint} and topic = ${topic}`
    },

    async setQuietHours(endpoint, { starts, ends }) {
      await sql`insert into push.quiet_hours (subscription_id, starts, ends)
        select id, ${starts}, ${ends} from push_subscriptions where endpoint = ${endpoint} and is_active
        on conflict (subscription_id) do update set starts = excluded.starts, ends = excluded.ends`
    },
  }
}
