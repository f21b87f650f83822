import { compareTimestamps, utcTimestamp } from '#domain/dates.ts'
import type { Choice } from './choice.ts'

/** Who sees a notice; how it looks is its status. Source: docs/behaviour/publication.md#states */
export type PublicationState = 'draft' | 'scheduled' | 'published' | 'hidden'

export const PUBLICATION_STATES: readonly Choice<PublicationState>[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'published', label: 'Published' },
  { value: 'hidden', label: 'Hidden' },
]

/** The status that hides a notice. Source: docs/behaviour/notices.md#status */
export const HIDDEN_STATUS = 'inactive'

/** What is planned for a notice; times are ISO 8601 in UTC. */
export interface NoticePlan {
  state: PublicationState
  /** The status of the notice once it is public. */
  status: string | null
  publish_at: string | null
  hide_at: string | null
}

/** What is written to a notice: `plan` is a column for writing only. */
export interface PlannedColumns {
  status: string | null
  plan: Pick<NoticePlan, 'state' | 'publish_at' | 'hide_at'>
}

/**
 * @param status the status of the row
 * @param stored its plan; null when there is none
 * @param defaultStatus the status of a hidden notice of which no other is known, once it is public
 */
export function publicationOf(status: string | null, stored: NoticePlan | null, defaultStatus: string): NoticePlan {
  if (status !== HIDDEN_STATUS) {
    const hideAt = stored?.state === 'published' ? stored.hide_at : null
    return { state: 'published', status, publish_at: null, hide_at: hideAt }
  }
  if (stored && stored.state !== 'published') return stored
  return { state: 'hidden', status: defaultStatus, publish_at: null, hide_at: null }
}

/** @returns the columns that make a notice what is planned; times that the state does not have are left out */
export function plannedColumns({ state, status, publish_at, hide_at }: NoticePlan): PlannedColumns {
  // Drafts of forms from before there were states have the hidden status.
  const meant = state === 'published' && status === HIDDEN_STATUS ? 'hidden' : state
  return {
    status,
    plan: {
      state: meant,
      publish_at: meant === 'scheduled' ? publish_at : null,
      hide_at: meant === 'scheduled' || meant === 'published' ? hide_at : null,
    },
  }
}

/** How much later than planned a notice may change its state before that is said, in milliseconds. */
const DELAY_MAX_MS = 60_000

/**
 * @param now milliseconds since the epoch
 * @returns whether the time of a stored plan has passed, so that it could not be carried out
 */
export function isOverdue(plan: NoticePlan, now: number): boolean {
  const due = dueTime(plan)
  return due !== null && compareTimestamps(due, utcTimestamp(now - DELAY_MAX_MS)) < 0
}

/** @returns when a state changes by itself; null when it does not */
export function dueTime({
  state,
  publish_at,
  hide_at,
}: Pick<NoticePlan, 'state' | 'publish_at' | 'hide_at'>): string | null {
  return state === 'scheduled' ? publish_at : state === 'published' ? hide_at : null
}

/** @returns whether a notice in a state is to be published, so that its post time comes with that */
export function isUnpublished(state: unknown): boolean {
  return state === 'draft' || state === 'scheduled'
}

/** @returns whether a notice in a state has this time */
export function hasTime(state: string, time: 'publish_at' | 'hide_at'): boolean {
  return state === 'scheduled' || (time === 'hide_at' && state === 'published')
}
