import type { FollowedKind } from '#domain/push/follow-events.ts'
import { PUSH_BROWSER } from '#domain/push/browser-messages.ts'
import { call, readByEndpoint } from './push-calls.ts'

/** What a topic is about; the table only of a notice. */
export interface FollowedRecord {
  kind: Exclude<FollowedKind, 'list'>
  title: string
  slug: string
  table?: string
}

/** A list with its filters by parameter, and the name of the organization among them. */
export interface FollowedList {
  kind: 'list'
  table: string
  filters: Record<string, string>
  organization?: string
}

export type FollowSubject = FollowedRecord | FollowedList

export interface FollowTopic {
  topic: string
  subject: FollowSubject
}

/** What a browser follows. A subject that was deleted or hidden is null. */
export interface Follows {
  /** Indian time of day, 'HH:MM'; the same time twice for no quiet hours. */
  quiet: { starts: string; ends: string }
  follows: { topic: string; events: string[]; subject: FollowSubject | null }[]
}

/** What applies to a subscription that follows nothing yet. Source: docs/behaviour/following.md#quiet-hours */
export const NO_FOLLOWS: Follows = { quiet: { starts: '22:00', ends: '07:00' }, follows: [] }

/**
 * @returns null when there is no active subscription of this endpoint
 * @throws Error when the request fails
 */
export async function readFollows(publishableKey: string, endpoint: string): Promise<Follows | null> {
  return (await readByEndpoint(publishableKey, 'push_follows', { endpoint })) as Follows | null
}

/**
 * @param page table and slug of the notice or recruitment that a page shows
 * @returns what can be followed on the page, the most particular first
 * @throws Error when the request fails
 */
export async function readTopics(
  publishableKey: string,
  page: { content_table: string; slug: string },
): Promise<FollowTopic[]> {
  return (await readByEndpoint(publishableKey, 'push_topics', page)) as FollowTopic[]
}

/**
 * @param list table and filters that a list shows
 * @returns the topic of the list, or nothing when it cannot be followed
 * @throws Error when the request fails
 */
export async function readListTopics(
  publishableKey: string,
  list: { content_table: string; filters: Record<string, string>; with_unstated: boolean },
): Promise<FollowTopic[]> {
  return (await readByEndpoint(publishableKey, 'push_list_topics', list)) as FollowTopic[]
}

/** @throws Error with the message of the server, or 'Failed to follow' */
export async function follow(
  publishableKey: string,
  payload: { endpoint: string; topic: string; events: string[] },
): Promise<void> {
  await call(publishableKey, 'PUT /follows', { payload, failure: PUSH_BROWSER.followFailed })
}

/** @throws Error with the message of the server, or 'Failed to stop following' */
export async function unfollow(publishableKey: string, payload: { endpoint: string; topic: string }): Promise<void> {
  await call(publishableKey, 'DELETE /follows', { payload, failure: PUSH_BROWSER.unfollowFailed })
}

/** @throws Error with the message of the server, or 'Failed to change the quiet hours' */
export async function setQuietHours(
  publishableKey: string,
  payload: { endpoint: string } & Follows['quiet'],
): Promise<void> {
  await call(publishableKey, 'PUT /quiet-hours', { payload, failure: PUSH_BROWSER.quietFailed })
}
