import { z } from 'zod'
import { FOLLOW_EVENTS } from '../../../domain/push/follow-events.ts'
import { knownEndpoint } from './payloads.ts'

/** 'recruitment:7', 'organization:7', 'notice:jobs:7' or 'list:jobs?qualification=10th&state=bihar'. */
const topic = z
  .string()
  .regex(/^((recruitment|organization|notice:[a-z_]{1,60}):[0-9]{1,18}|list:[a-z_]{1,60}\?[a-z0-9_=&-]{1,230})$/)

const timeOfDay = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/)

/** Payload of PUT /follows. */
export const followPayload = z.object({
  endpoint: knownEndpoint,
  topic,
  events: z
    .array(z.enum(FOLLOW_EVENTS))
    .min(1)
    .max(FOLLOW_EVENTS.length)
    .transform((events) => [...new Set(events)]),
})

/** Payload of DELETE /follows. */
export const unfollowPayload = z.object({ endpoint: knownEndpoint, topic })

/** Payload of PUT /quiet-hours, in Indian time. The same time twice means that nothing is held back. */
export const quietHoursPayload = z.object({ endpoint: knownEndpoint, starts: timeOfDay, ends: timeOfDay })
