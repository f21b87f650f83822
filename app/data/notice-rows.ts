import { z } from 'zod'
import { numbersByCategory } from '#domain/content/categories-of-applicants.ts'
import { CONTENT_TABLES } from '#domain/content/registry.ts'
import { isoTimestamp } from '#domain/dates.ts'

export const timestamp = z.string().transform(isoTimestamp)

export const contentTable = z.enum(CONTENT_TABLES)

/** Checks what every page needs. The further columns are taken as the database describes them. */
export const noticeCard = z.looseObject({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  status: z.string().nullable(),
  created_at: timestamp,
  posted_at: timestamp,
})

export const organization = z.object({
  name: z.string(),
  slug: z.string(),
  website_url: z.string().nullable(),
  logo_url: z.string().nullable(),
})

export const fullNotice = noticeCard.extend({
  updated_at: timestamp,
  organization: organization.nullable(),
  category: z.object({ name: z.string(), slug: z.string() }).nullable(),
})

export const sibling = z.object({
  table: contentTable,
  slug: z.string(),
  title: z.string(),
  status: z.string().nullable(),
  posted_at: timestamp,
})

export const correction = z.object({
  field: z.string(),
  old: z.string().nullable(),
  new: z.string().nullable(),
  at: timestamp,
  source: z.string().nullable(),
})

const byCategory = z.unknown().transform(numbersByCategory).optional()

export const stage = sibling.extend({
  dates: z.record(z.string(), z.string()),
  notification_link: z.string().optional(),
  official_website: z.string().optional(),
  total_posts: z.number().optional(),
  category_vacancies: byCategory,
  cutoffs: byCategory,
  corrections: z.array(correction),
})

/** Why there is no record at an address. */
export type AbsentReply = { state: 'moved'; slug: string } | { state: 'gone' } | { state: 'unknown' }

export const absentReply = z
  .object({ moved_to: z.string().optional(), gone: z.boolean().optional() })
  .transform(({ moved_to: slug, gone }): AbsentReply =>
    slug ? { state: 'moved', slug } : { state: gone ? 'gone' : 'unknown' },
  )
