import { FunctionsHttpError } from '@supabase/supabase-js'
import { z } from 'zod'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { STAFF_PUSH_TIMEOUT_MS } from '#domain/push/limits.ts'
import { PUSH_CATEGORIES, type PushCategory } from '#domain/push/preferences.ts'
import { dataOf, BackendError } from './backend-error.ts'
import type { AdminClient } from './admin-client.ts'

/** Besides these, a number for each category: `new_jobs_enabled`. */
const statistics = z
  .object({ total_subscriptions: z.number(), active_subscriptions: z.number(), inactive_subscriptions: z.number() })
  .catchall(z.number())
export type PushStatistics = z.infer<typeof statistics>

const state = z.enum(['asked', 'planned', 'sending', 'paused', 'cancelled', 'done', 'late', 'hidden'])

const sendResult = z.object({
  sent: z.number(),
  failed: z.number(),
  notificationId: z.union([z.string(), z.number()]),
  totalRecipients: z.number(),
  // Other push functions have no state, because they respond when they are done.
  state: state.default('done'),
  /** When a planned one leaves, in ISO 8601. */
  sendAt: z.string().optional(),
})
export type SendResult = z.infer<typeof sendResult>

const sentNotification = z.object({
  id: z.number(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  title: z.string(),
  body: z.string(),
  category: z.enum(PUSH_CATEGORIES),
  url: z.string(),
  image: z.string().nullable(),
  state,
  recipients: z.number(),
  sent: z.number(),
  failed: z.number(),
  clicks: z.number(),
  /** Who sent it; null for the server. */
  sender: z.string().nullable(),
  approver: z.string().nullable(),
  /** Whether the user may approve what others ask to send, and cancel it. */
  may_approve: z.boolean(),
  is_own: z.boolean(),
  /** The time that was chosen for it; null for one that leaves at once. */
  scheduled_for: z.string().nullable(),
  /** When it leaves or has left; null where that was when it was created. */
  send_at: z.string().nullable(),
  /** Seconds until it leaves, by the clock of the database. */
  leaves_in: z.number().nullable(),
  /** Rises with every change of it. */
  version: z.number(),
  /** What followers hear of by it, if the server sent it to them. */
  event: z.string().optional(),
})
export type SentNotification = z.infer<typeof sentNotification>

const growthDays = z.array(z.object({ day: z.string(), active: z.number() }))
export type Growth = z.infer<typeof growthDays>

export interface PushDraft {
  title: string
  body: string
  category: PushCategory
  image: string | null
  url: string
}

/** A version of a notification that has not left. */
export type ChangedPush = Pick<SentNotification, 'id' | 'version'>

/** Images of every notification: the icon of the site, and its outline for the status bar. */
const pictures = { icon: '/icon-192.png', badge: '/badge-96.png' }

/**
 * Sends a notification to everybody who wants its category. It leaves some seconds later, so that it can be undone, or
 * at the chosen time. Source: docs/behaviour/push.md#leaving-later
 *
 * @param key idempotency key, the same for every retry of the same notification
 * @param now milliseconds since the epoch
 * @param sendAt chosen time in ISO 8601; null for at once
 * @returns its state, and when it leaves
 * @throws BackendError with the message of the push function
 */
export async function sendNotification(
  client: AdminClient,
  draft: PushDraft,
  { key, now, sendAt }: { key: string; now: number; sendAt: string | null },
): Promise<SendResult> {
  const body = { ...draft, ...pictures, data: { timestamp: now, admin: true }, undo: true, sendAt }
  const headers = { 'idempotency-key': key }
  return invoke(client, 'send', { body, headers, answer: sendResult, fallback: PUSH_TAB.sendFailedPlain })
}

/**
 * Changes a notification that has not left.
 *
 * @param changed the notification, in the version that was changed: another one is left as it is
 * @param sendAt chosen time in ISO 8601; null for at once
 * @throws BackendError with the message of the push function
 */
export async function changePlanned(
  client: AdminClient,
  draft: PushDraft,
  { changed, sendAt }: { changed: ChangedPush; sendAt: string | null },
): Promise<SendResult> {
  const body = { ...draft, notificationId: changed.id, version: changed.version, sendAt }
  return invoke(client, 'planned', { method: 'PUT', body, answer: sendResult, fallback: PUSH_TAB.sendFailedPlain })
}

/**
 * Sends a draft to one subscription.
 *
 * @throws BackendError with the message of the push function
 */
export async function sendDraft(client: AdminClient, draft: PushDraft, endpoint: string): Promise<void> {
  const body = { endpoint, notification: { ...draft, ...pictures } }
  await invoke(client, 'test', { body, answer: z.unknown(), fallback: PUSH_TAB.sendFailedPlain })
}

/** @throws BackendError with the message of the push function */
export async function fetchPushStatistics(client: AdminClient): Promise<PushStatistics> {
  const answer = z.object({ stats: statistics })
  return (await invoke(client, 'stats', { method: 'GET', answer, fallback: PUSH_TAB.statsFailed })).stats
}

/**
 * Reads a page of the notifications with their progress, newest first.
 *
 * @param page.after the last notification of the previous page; undefined for the first page
 * @throws BackendError
 */
export async function fetchPushHistory(
  client: AdminClient,
  { after, limit }: { after: SentNotification | undefined; limit: number },
): Promise<SentNotification[]> {
  const page = { most: limit, ...(after && { before: after.id }) }
  return z.array(sentNotification).parse(dataOf(await client.rpc('push_history', page)))
}

/**
 * Reads the notifications that wait, are being sent or are paused, and those of the last day that could not be sent.
 *
 * @throws BackendError
 */
export async function fetchOpenPush(client: AdminClient): Promise<SentNotification[]> {
  return z.array(sentNotification).parse(dataOf(await client.rpc('push_open')))
}

/**
 * @returns how many notifications there are
 * @throws BackendError
 */
export async function countPushHistory(client: AdminClient): Promise<number> {
  return z.number().parse(dataOf(await client.rpc('push_history_count')))
}

/**
 * @returns the number of active subscriptions at the end of each of the last days
 * @throws BackendError
 */
export async function fetchPushGrowth(client: AdminClient, days: number): Promise<Growth> {
  return growthDays.parse(dataOf(await client.rpc('push_growth', { days })) ?? [])
}

/** What a notification can be changed to: paused, going on, cancelled, or approved. */
export type NewPushState = 'sending' | 'paused' | 'cancelled' | 'planned'

/**
 * @param seen the version that is approved; nothing else needs it
 * @param unsent whether only a notification that has not left is changed
 * @returns false when the notification does not allow it any more: it has left, is finished, or has another version
 * @throws BackendError
 */
export async function changePush(
  client: AdminClient,
  { id, to, seen, unsent }: { id: number; to: NewPushState; seen?: number | undefined; unsent: boolean },
): Promise<boolean> {
  const change = { notification: id, new_state: to, unsent, ...(seen !== undefined && { seen }) }
  return z.boolean().parse(dataOf(await client.rpc('change_push', change)))
}

const errorReply = z.object({ error: z.string().min(1) })

interface FunctionCall<Answer> {
  method?: 'GET' | 'PUT'
  body?: Record<string, unknown>
  headers?: Record<string, string>
  answer: z.ZodType<Answer>
  /** Message for a failure without one. */
  fallback: string
}

async function invoke<Answer>(client: AdminClient, call: string, about: FunctionCall<Answer>): Promise<Answer> {
  const { answer, fallback, ...options } = about
  const { data, error } = await client.functions.invoke(`push-notifications/${call}`, {
    ...options,
    timeout: STAFF_PUSH_TIMEOUT_MS,
  })
  const reply = error instanceof FunctionsHttpError ? (error.context as Response) : null
  const status = reply?.status ?? 0
  if (error) {
    const parsed = errorReply.safeParse(await reply?.json().catch(() => null))
    throw new BackendError(parsed.success ? parsed.data.error : fallback, { code: '', status })
  }
  const parsed = answer.safeParse(data)
  if (!parsed.success) throw new BackendError(fallback, { code: '', status })
  return parsed.data
}
