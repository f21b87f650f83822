import * as z from 'zod/mini'
import { SAVED_NOTICES_MAX } from '#domain/limits.ts'
import { noticeState, type NoticeState } from './notice-state.ts'

/** What the page of saved notices asks: references, 'jobs:12' or '/jobs/ssc-cgl', and nothing about the visitor. */
export const statesRequest = z.object({
  notices: z.array(z.string().check(z.maxLength(400))).check(z.maxLength(SAVED_NOTICES_MAX)),
})

/**
 * The answer: when it was read, in milliseconds since the epoch, and the states of public notices by reference. Each is
 * checked by `readState`, so that one that cannot be read does not affect the others.
 */
export const statesReply = z.object({ readAt: z.int(), states: z.record(z.string(), z.unknown()) })

export type StatesReply = z.infer<typeof statesReply>

/** @returns null for a notice that is not public any more, undefined for a state that cannot be read */
export function readState(state: unknown): NoticeState | null | undefined {
  return state === undefined ? null : noticeState.safeParse(state).data
}
