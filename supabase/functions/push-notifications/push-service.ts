import type { PushContent } from '../../../domain/push/payload.ts'
import type { PushPreferences } from '../../../domain/push/preferences.ts'

/** A browser's subscription, as it sends it. Keys are base64url. */
interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
  preferences: PushPreferences
  userAgent?: string | null | undefined
  /** Endpoint of the subscription that it replaces: what that one follows is followed by this one. */
  former?: string | undefined
}

/** What a subscription wants to hear about a topic. Source: docs/behaviour/following.md#calls */
interface Follow {
  endpoint: string
  topic: string
  events: string[]
}

/** Indian time of day, 'HH:MM', in which nothing of what is followed is sent. */
interface QuietHours {
  starts: string
  ends: string
}

/** Numbers of the subscriptions. Source: docs/behaviour/push.md#statistics */
export type PushStatistics = Record<
  'total_subscriptions' | 'active_subscriptions' | 'inactive_subscriptions' | `${string}_enabled`,
  number
>

/** When a notification leaves. Source: docs/behaviour/push.md#leaving-later */
export interface SendPlan {
  /** Whether it can be undone for some seconds. */
  undo: boolean
  /** Timestamp in ISO 8601; null for at once. */
  sendAt: string | null
  /** The notice whose page it opens, which visitors must see when it leaves; null when it opens another page. */
  notice: { table: string; slug: string } | null
}

/** What became of a notification, so far or for good. Source: docs/behaviour/push.md#sending */
export interface SendResult {
  sent: number
  failed: number
  notificationId: string
  totalRecipients: number
  state: 'asked' | 'planned' | 'sending' | 'paused' | 'cancelled' | 'done' | 'late' | 'hidden'
  /** When one that is planned leaves. */
  sendAt?: string
  /** Seconds until then. */
  leavesIn?: number
}

/** What the push function needs from the server that runs it. */
export interface PushClient {
  /** Push services that endpoints may belong to. */
  readonly endpointHosts: readonly string[]
  /** Origin of the site, whose pages notifications open. */
  readonly siteUrl: string
  /**
   * Counts a call of the kind by the caller.
   * @param caller address, network or endpoint
   * @param limits maximum number of calls in a number of seconds
   * @returns seconds to wait, or 0
   */
  countCall(kind: string, caller: string, limits: readonly { most: number; seconds: number }[]): Promise<number>
  save(subscription: Subscription): Promise<void>
  remove(endpoint: string): Promise<void>
  changePreferences(endpoint: string, preferences: PushPreferences): Promise<void>
  /**
   * @param most topics that a subscription may follow
   * @returns full when it follows so many others; crowded when too many different lists are followed; missing when there is nothing to follow; followed also when no
   *   subscription has the endpoint
   */
  follow(follow: Follow, most: number): Promise<'followed' | 'full' | 'crowded' | 'missing'>
  unfollow(endpoint: string, topic: string): Promise<void>
  setQuietHours(endpoint: string, hours: QuietHours): Promise<void>
  /**
   * Checks the session and the role of the client, as they are now.
   * @returns the account, null for the server's own key, or the status of the error response
   */
  staffOf(request: Request): Promise<{ account: string | null } | 401 | 403 | 503>
  /**
   * Sends to all subscribers of the category, or stores it to be sent as planned. A repeated request is sent once.
   * @param from account and idempotency key of the request, and when it leaves
   * @returns of what leaves at once the final counts, or after 25 seconds the counts so far
   */
  send(content: PushContent, from: { sender: string | null; key: string | null; plan: SendPlan }): Promise<SendResult>
  /**
   * Changes a notification that has not left. A repeated request changes it once.
   * @param from.version the version that was changed; null for any
   * @returns left when it has left, or is not the sender's to change; stale when it has another version
   */
  changePlanned(
    id: string,
    content: PushContent,
    from: { sender: string | null; plan: SendPlan; version: number | null },
  ): Promise<SendResult | 'left' | 'stale'>
  /** Counts a tap on a notification, if the endpoint has an active subscription. */
  countClick(endpoint: string, notificationId: string): Promise<void>
  /** Begins to send the test notification to one browser. The caller does not learn whether the endpoint is known. */
  startTest(endpoint: string): void
  /**
   * Sends a draft to one browser, for admins.
   * @returns false when the push service did not accept it; true for an unknown endpoint
   */
  sendDraft(endpoint: string, draft: PushContent): Promise<boolean>
  statistics(): Promise<PushStatistics>
}
