import { z } from 'zod'
import type { ContentTable } from '#domain/content/content-kind.ts'
import type { Filters } from '#domain/content/filters.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { ALL_INDIA } from '#domain/content/indian-states.ts'
import type { Day } from '#domain/dates.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'
import { timestamp } from './notice-rows.ts'

/** Tables whose rows have pages of their own. */
export const SITEMAP_TABLES = [...CONTENT_KINDS.map(({ table }) => table), 'recruitments'] as const
export type SitemapTable = ContentTable | 'recruitments'

/** Slug of a page and timestamp of its last change. */
export type SitemapEntry = [slug: string, changedAt: string]

/** Timestamp of the newest change of each list; null while it is empty. */
export type ListChanges = Partial<Record<ContentTable, string | null>>

/**
 * All entries, or, for a large site, the parts that contain them, each with the timestamp of its newest change if
 * known.
 */
export type Sitemap = { changes: ListChanges } & (
  | { entries: Partial<Record<SitemapTable, SitemapEntry[]>>; parts: null }
  | { entries: null; parts: Partial<Record<SitemapTable, [part: number, changedAt: string | null][]>> }
)

/** Whether a single filter of a list finds anything. */
export type FindsNotices = (table: ContentTable, filters: Filters) => boolean

const table = z.enum(SITEMAP_TABLES)
const changes = z.record(z.string(), timestamp.nullable())
const entries = z.array(z.tuple([z.string(), z.string()]))
const sitemapReply = z.union([
  z.object({ changes, entries: z.partialRecord(table, entries), parts: z.null() }),
  z.object({
    changes,
    entries: z.null(),
    parts: z.partialRecord(table, z.array(z.tuple([z.number(), timestamp.nullable()]))),
  }),
])

/**
 * Reads the whole sitemap in one round trip.
 *
 * @param pageCount number of pages that are in no table, which count towards the size limit
 * @throws BackendError
 */
export async function readSitemap(backend: BackendClient, pageCount: number): Promise<Sitemap> {
  return sitemapReply.parse(dataOf(await backend.rpc('sitemap', { page_count: pageCount })))
}

/** @throws BackendError */
export async function readListChanges(backend: BackendClient): Promise<ListChanges> {
  return changes.parse(dataOf(await backend.rpc('sitemap_changes')))
}

/**
 * Reads one part of a large sitemap.
 *
 * @returns no entries for a part that does not exist
 * @throws BackendError
 */
export async function readSitemapPart(
  backend: BackendClient,
  name: SitemapTable,
  part: number,
): Promise<SitemapEntry[]> {
  return entries.parse(dataOf(await backend.rpc('sitemap_entries', { content_table: name, part })))
}

const findingFilters = z.record(z.string(), z.record(z.string(), z.array(z.string())))

/**
 * Reads which lists of single filters with an address of their own are not empty.
 *
 * @throws BackendError
 */
export async function readFindingFilters(backend: BackendClient, today: Day): Promise<FindsNotices> {
  const found = findingFilters.parse(dataOf(await backend.rpc('filters_that_find', { today })))
  return (name, filters) =>
    Object.entries(filters).every(([facet, value]) => {
      const choices = found[name]?.[facet] ?? []
      // Notices of all India are in the list of every state.
      return choices.includes(value) || (facet === 'state' && choices.includes(ALL_INDIA))
    })
}
