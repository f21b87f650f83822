import type { PushContent } from './payload.ts'

/** What happened to a notice that is followed, as the database describes it (`push.next_event`). */
export interface FollowedEvent {
  /** The table of a published notice, or one of DATE_EVENTS. */
  event: string
  table: string
  /** The row as it is now, by column. */
  notice: object
  /** What changed dates were before a correction. */
  before: Record<string, string | null> | null
}

/** @returns what a notification of the event says; null when there is nothing to say */
export type FollowNotification = (
  event: FollowedEvent,
) => Pick<PushContent, 'title' | 'body' | 'category' | 'url'> | null
