import type { PushPreferences } from '../../../domain/push/preferences.ts'

/** A browser's subscription, as it sends it. Keys are base64url. */
interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
  preferences: PushPreferences
  userAgent?: string | null | undefined
}

/** Numbers of the subscriptions. Source: specification, section 3, Push stats */
export type PushStatistics = Record<
  | 'total_subscriptions'
  | 'active_subscriptions'
  | 'inactive_subscriptions'
  | 'new_jobs_enabled'
  | 'results_enabled'
  | 'admit_cards_enabled'
  | 'answer_keys_enabled'
  | 'general_updates_enabled',
  number
>

/** What the push function needs from whoever runs it. */
export interface PushDesk {
  /** Push services that endpoints may be of. */
  readonly endpointHosts: readonly string[]
  /**
   * Counts a call of the kind by the caller.
   * @param caller address, network or endpoint
   * @param limits most calls per so many seconds
   * @returns seconds to wait, or 0
   */
  countCall(kind: string, caller: string, limits: readonly { most: number; seconds: number }[]): Promise<number>
  keep(subscription: Subscription): Promise<void>
  remove(endpoint: string): Promise<void>
  changePreferences(endpoint: string, preferences: PushPreferences): Promise<void>
  /** Judges the session and the role of whoever asks, as they are now. */
  isStaff(request: Request): Promise<true | 401 | 403 | 503>
  statistics(): Promise<PushStatistics>
}
