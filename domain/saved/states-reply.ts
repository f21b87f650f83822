import * as z from 'zod/mini'
import { SAVED_NOTICES_MAX } from '#domain/limits.ts'
import { noticeState } from './notice-state.ts'

/** What the page of saved notices asks: references, 'jobs:12' or '/jobs/ssc-cgl', and nothing about the visitor. */
export const statesRequest = z.object({
  notices: z.array(z.string().check(z.maxLength(400))).check(z.maxLength(SAVED_NOTICES_MAX)),
})

/** The answer: when it was read, in milliseconds since the epoch, and the states of public notices by reference. */
export const statesReply = z.object({ readAt: z.int(), states: z.record(z.string(), noticeState) })

export type StatesReply = z.infer<typeof statesReply>
