import * as z from 'zod/mini'
import { isDay } from '#domain/dates.ts'
import { LINK_MAX } from '#domain/limits.ts'
import { webLink } from '#domain/web-link.ts'

const text = (max: number) => z.string().check(z.maxLength(max))
const few = <Item extends z.core.$ZodType>(item: Item) => z.array(item).check(z.maxLength(40))

export const day = z.string().check(z.refine(isDay))
const link = z.string().check(
  z.maxLength(LINK_MAX),
  z.refine((address) => webLink(address) !== null),
)

/** The path of a page of this site, never of another one: '/jobs/ssc-cgl'. */
const path = z.string().check(z.maxLength(160), z.regex(/^\/[\w-]+\/[^/?#\\\s]+$/))

/** Name of a look or an icon. */
const name = z.string().check(z.regex(/^[a-z-]{1,30}$/))

/** One of 'Important dates': a day, or the text in its stead. */
const stateDate = z.object({ label: text(100), day: z.nullable(day), text: text(2_000), isDeadline: z.boolean() })

export type StateDate = z.infer<typeof stateDate>

/**
 * What is remembered of a notice on the device, and what the server answers about it. A state that was read from a row
 * of a list is partial: it has only what the row shows.
 */
export const noticeState = z.object({
  /** Table and id: 'jobs:12'; null as long as only the path is known. */
  id: z.nullable(z.string().check(z.maxLength(60), z.regex(/^[a-z_]+:[1-9]\d{0,15}$/))),
  path: z.nullable(path),
  isPartial: z.boolean(),
  /** 'Admit card'; empty where the row does not show it. */
  kind: text(100),
  title: text(500),
  organization: z.nullable(text(500)),
  status: z.nullable(text(100)),
  /** This version does not need `icon`, but earlier ones cannot read a badge without it: the stored page of one may be opened offline. */
  badge: z.nullable(z.object({ label: text(40), look: name, icon: z.optional(name) })),
  dates: few(stateDate),
  fees: few(z.object({ label: text(100), text: text(100) })),
  links: few(z.object({ label: text(100), href: link })),
})

export type NoticeState = z.infer<typeof noticeState>
