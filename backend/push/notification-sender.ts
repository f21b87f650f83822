import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { TEST_NOTIFICATION } from '#domain/push/browser-messages.ts'
import { pushPayload } from '#domain/push/payload.ts'
import type { PushClient, SendPlan, SendResult } from '#supabase/functions/push-notifications/push-service.ts'
import type { Deliveries } from './delivery.ts'
import { decide } from './outcome.ts'
import type { Messenger, Receiver } from './send-message.ts'

interface Parts {
  /** Connections that are "service_role". */
  sql: Sql
  messenger: Messenger
  deliveries: Pick<Deliveries, 'prepare' | 'wake'>
  /** Ends waiting: the result then has the counts so far. */
  closing: AbortSignal
  logFailure: (what: string, error: unknown) => void
}

/** Milliseconds until the result is returned although sending continues, and between polls of the counts. */
const [timeout, pollInterval] = [25_000, 100]

/** Seconds that a push service stores a test for an offline device: a later one would only confuse. */
const testLife = 60

/** Sends to all subscribers of a category, and tests and drafts to one browser. */
export function createNotificationSender({
  sql,
  messenger,
  deliveries,
  closing,
  logFailure,
}: Parts): Pick<PushClient, 'send' | 'changePlanned' | 'countClick' | 'startTest' | 'sendDraft'> {
  async function resultOf(id: string): Promise<SendResult> {
    const [row] = await sql<
      (Omit<SendResult, 'notificationId' | 'sendAt' | 'leavesIn'> & { sendAt: Date | null; leavesIn: number | null })[]
    >`
      select sent::integer as sent, failed::integer as failed, recipients::integer as "totalRecipients", state,
             case state when 'planned' then send_at end as "sendAt",
             extract(epoch from send_at - clock_timestamp())::double precision as "leavesIn"
        from push.notifications where id = ${id}`
    if (!row) throw new Error(`The notification ${id} does not exist any more`)
    const { sendAt, leavesIn, ...result } = row
    return { ...result, notificationId: id, ...(sendAt && { sendAt: sendAt.toISOString(), leavesIn: leavesIn ?? 0 }) }
  }

  /** @returns false when the push service did not accept it; true for an unknown endpoint */
  async function sendToOne(endpoint: string, shown: string): Promise<boolean> {
    const [receiver] = await sql<Receiver[]>`
      select endpoint, p256dh, auth from push_subscriptions where endpoint = ${endpoint} and is_active`
    if (!receiver) return true
    const response = await messenger.send(receiver, { payload: Buffer.from(shown), ttl: testLife })
    const { outcome } = decide(response, 0, { chance: 0, now: Date.now() })
    if (outcome.outcome === 'gone') {
      await sql`update push_subscriptions set is_active = false where endpoint = ${endpoint}`
    }
    return outcome.outcome === 'sent'
  }

  return {
    async send(content, { sender, key, plan }) {
      if (!plan.sendAt) deliveries.prepare()
      const [row] = await sql<{ id: string }[]>`
        select push.queue(${sender}, ${key}, ${sql.json({ ...content })}, ${sql.json(stored(plan))}) as id`
      if (!row) throw new Error('push.queue() returned nothing')
      deliveries.wake()
      for (const until = performance.now() + timeout; ;) {
        const result = await resultOf(row.id)
        if (result.state !== 'sending' || performance.now() >= until || closing.aborted) return result
        await pause(pollInterval)
      }
    },

    async changePlanned(id, content, { sender, plan, version }) {
      const wanted = sql.json({ ...stored(plan), version })
      const [row] = await sql<{ outcome: 'changed' | 'left' | 'stale' }[]>`
        select push.change_planned(${sender}, ${id}, ${sql.json({ ...content })}, ${wanted}) as outcome`
      if (!row) throw new Error('push.change_planned() returned nothing')
      return row.outcome === 'changed' ? resultOf(id) : row.outcome
    },

    async countClick(endpoint, notificationId) {
      await sql`select push.count_click(${endpoint}, ${notificationId})`
    },

    startTest(endpoint) {
      sendToOne(endpoint, JSON.stringify({ ...TEST_NOTIFICATION, url: '/' })).catch((error: unknown) => {
        if (!closing.aborted) logFailure('A test notification could not be sent', error)
      })
    },

    sendDraft: (endpoint, draft) => sendToOne(endpoint, pushPayload({ ...draft, notificationId: 'test' })),
  }
}

/** A plan in the form that the functions of the database take. */
function stored({ undo, sendAt, notice }: SendPlan) {
  return { undo, sendAt, table: notice?.table ?? null, slug: notice?.slug ?? null }
}
