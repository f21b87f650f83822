import * as z from 'zod/mini'
import { SAVED_NOTE_MAX, SAVED_NUMBER_MAX } from '#domain/limits.ts'
import { day, noticeState } from './notice-state.ts'

const timestamp = z.int().check(z.minimum(0))

/** A notice as it is stored in the browser and in exported files. Timestamps are in milliseconds since the epoch. */
export const savedNotice = z.object({
  version: z.literal(1),
  savedAt: timestamp,
  /** As it was when it was read last. */
  state: noticeState,
  /** When the server answered with this state; null: it was read from the page where it was saved. */
  readAt: z.nullable(timestamp),
  /** Whether the server had no such public notice when it was asked last. */
  isWithdrawn: z.boolean(),
  /** As it was when the visitor looked last; null when nothing has changed since. */
  lookedAt: z.nullable(noticeState),
  note: z.string().check(z.maxLength(SAVED_NOTE_MAX)),
  applied: z.nullable(z.object({ on: z.nullable(day), number: z.string().check(z.maxLength(SAVED_NUMBER_MAX)) })),
})

export type SavedNotice = z.infer<typeof savedNotice>
