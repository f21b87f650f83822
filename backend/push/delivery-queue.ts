import type { Sql } from 'postgres'
import type { PushContent } from '#domain/push/payload.ts'
import type { Outcome } from './outcome.ts'
import type { Receiver } from './send-message.ts'

/** A range of subscriptions that this worker has leased. Ids are bigint, as text. */
export interface Batch {
  notification_id: string
  first_id: string
  last_id: string
  /** Outcomes are recorded up to this id. */
  passed_id: string
  lease: string
}

/** One message to send; the receiver is null when its subscription has ended in the meantime. */
export interface Delivery {
  id: string
  receiver: Receiver | null
  /** Failed attempts. */
  attempts: number
  /** The topic that the receiver follows, in a notification about something that is followed. */
  topic?: string | null
  /** Seconds until the end of the quiet hours of the receiver; null outside of them. */
  quiet?: number | null
}

export interface QueuedNotification extends PushContent {
  id: string
  /** Seconds since it was to leave. */
  age: number
  /** Seconds after which it is of no use, from when it was to leave; null for the usual ones. */
  life?: number | null
  /** Whether it goes to those who follow a topic, and not to all who want its category. */
  isFollowed?: boolean
}

export type Recorded = { id: string } & Outcome

/** State of the queue after outcomes were recorded. */
export interface Progress {
  /** State of the notification; "lost" when another worker has taken the batch over. */
  state: string
  /** Seconds for which nothing is sent to a push service, by its origin. */
  pauses: Record<string, number> | null
}

/**
 * Seconds after which another worker may claim what a worker has claimed and not recorded.
 * Source: docs/behaviour/faults.md#crash-while-sending
 */
const leaseSeconds = 30

/**
 * The queue of one worker: what it claims is its own until the lease is over. Source: docs/decisions/019
 * @param sql connections that are "service_role"
 * @param holder id of the worker
 */
export function createDeliveryQueue(sql: Sql, holder: string) {
  const lease = sql`make_interval(secs => ${leaseSeconds})`
  const pauses = sql`(select jsonb_object_agg(origin, extract(epoch from until - now())) from push.pauses where until > now())`
  // Quiet hours hold for what is followed, not for what admins send.
  const quiet = sql`case when follower.subscription_id is not null
    then extract(epoch from push.quiet_end(follower.subscription_id, now()) - now()) end::double precision as quiet`
  const rowsOf = (outcomes: Recorded[]) =>
    sql`(select coalesce(array_agg(given), '{}') from jsonb_populate_recordset(null::push.outcome, ${sql.json(outcomes)}) as given)`

  return {
    async claimBatch(): Promise<Batch | null> {
      const [batch] = await sql<Batch[]>`select * from push.claim_batch(${holder}, ${lease})`
      return batch ?? null
    },

    /** @returns messages of one notification */
    async claimRetries(most: number): Promise<{ notificationId: string; deliveries: Delivery[] } | null> {
      const rows = await sql<(Receiver & Omit<Delivery, 'receiver'> & { notification_id: string })[]>`
        select notification_id, claimed.subscription_id as id, attempts, endpoint, p256dh, auth, topic, ${quiet}
          from push.claim_retries(${most}, ${lease}) as claimed
          left join push_subscriptions on push_subscriptions.id = claimed.subscription_id and is_active
          left join lateral push.followers_between(notification_id, claimed.subscription_id - 1, claimed.subscription_id)
            as follower on true`
      const [first] = rows
      if (!first) return null
      const deliveries = rows.map(({ id, attempts, topic, quiet, ...receiver }) => ({
        id,
        attempts,
        topic,
        quiet,
        receiver: receiver.endpoint ? receiver : null,
      }))
      return { notificationId: first.notification_id, deliveries }
    },

    async readNotification(id: string): Promise<QueuedNotification> {
      const [row] = await sql<QueuedNotification[]>`
        select id, title, body, category, url, icon, badge, image, data,
               extract(epoch from now() - coalesce(send_at, created_at))::double precision as age,
               extract(epoch from expires_at - coalesce(send_at, created_at))::double precision as life, event is not null as "isFollowed"
          from push.notifications where id = ${id}`
      if (!row) throw new Error(`The notification ${id} does not exist any more`)
      return row
    },

    /** @returns messages to all who want the notification, except followers with a row in push.retries, who get it after the last batch */
    async readBatch(batch: Batch, { category, isFollowed }: QueuedNotification): Promise<Delivery[]> {
      const rows = isFollowed
        ? await sql<(Receiver & Omit<Delivery, 'receiver' | 'attempts'>)[]>`
            select id, endpoint, p256dh, auth, topic, ${quiet}
              from push.followers_between(${batch.notification_id}, ${batch.passed_id}, ${batch.last_id}) as follower
              join push_subscriptions on id = follower.subscription_id and is_active
             where not exists (select from push.retries as later
               where later.notification_id = ${batch.notification_id} and later.subscription_id = follower.subscription_id)
             order by id`
        : await sql<(Receiver & { id: string })[]>`
            select id, endpoint, p256dh, auth from push_subscriptions
             where id > ${batch.passed_id} and id <= ${batch.last_id} and is_active and preferences ->> ${category} = 'true'
             order by id`
      return rows.map(({ id, topic, quiet, ...receiver }: Receiver & Omit<Delivery, 'receiver' | 'attempts'>) => ({
        id,
        topic,
        quiet,
        receiver,
        attempts: 0,
      }))
    },

    /** Records outcomes up to batch.passed_id, and renews the lease or releases it. */
    async checkpoint(batch: Batch, outcomes: Recorded[], then: 'continue' | 'release' | 'finish'): Promise<Progress> {
      const [row] = await sql<Progress[]>`
        select push.checkpoint(jsonb_populate_record(null::push.batches, ${sql.json({ ...batch })}), ${rowsOf(outcomes)},
          ${then === 'finish'}, make_interval(secs => ${then === 'release' ? 0 : leaseSeconds})) as state, ${pauses} as pauses`
      return row ?? { state: 'lost', pauses: null }
    },

    async settleRetries(notificationId: string, outcomes: Recorded[]): Promise<Progress> {
      const [row] = await sql<Progress[]>`
        select push.settle_retries(${notificationId}, ${rowsOf(outcomes)}) as state, ${pauses} as pauses`
      return row ?? { state: 'lost', pauses: null }
    },

    async readPauses(): Promise<Progress['pauses']> {
      const [row] = await sql<Pick<Progress, 'pauses'>[]>`select ${pauses} as pauses`
      return row?.pauses ?? null
    },

    async pause(origin: string, seconds: number): Promise<void> {
      await sql`select push.pause(${origin}, ${seconds})`
    },
  }
}

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>
