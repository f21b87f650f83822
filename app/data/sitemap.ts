import { z } from 'zod'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import type { BackendClient } from './backend-client.ts'
import { answerOf } from './backend-error.ts'
import { moment } from './notice-rows.ts'

/** What has pages of its own. */
export const SITEMAP_TABLES = [...CONTENT_KINDS.map(({ table }) => table), 'recruitments'] as const
export type SitemapTable = ContentTable | 'recruitments'

/** A page by its slug, with the time of its last change. */
export type SitemapEntry = [slug: string, changedAt: string]

/** Time of the newest change of each list; null while it is empty. */
export type ListChanges = Partial<Record<ContentTable, string | null>>

/** Every entry, or the parts that hold them, each with the time of its newest change where that is known. */
export type Sitemap = { changes: ListChanges } & (
  | { entries: Partial<Record<SitemapTable, SitemapEntry[]>>; parts: null }
  | { entries: null; parts: Partial<Record<SitemapTable, [part: number, changedAt: string | null][]>> }
)

const table = z.enum(SITEMAP_TABLES)
const changes = z.record(z.string(), moment.nullable())
const entries = z.array(z.tuple([z.string(), z.string()]))
const sitemapReply = z.union([
  z.object({ changes, entries: z.partialRecord(table, entries), parts: z.null() }),
  z.object({
    changes,
    entries: z.null(),
    parts: z.partialRecord(table, z.array(z.tuple([z.number(), moment.nullable()]))),
  }),
])

/**
 * The whole sitemap in one round trip.
 *
 * @param pageCount pages of the site that are in no table: they take room too
 * @throws BackendError
 */
export async function readSitemap(backend: BackendClient, pageCount: number): Promise<Sitemap> {
  return sitemapReply.parse(answerOf(await backend.rpc('sitemap', { page_count: pageCount })))
}

/** @throws BackendError */
export async function readListChanges(backend: BackendClient): Promise<ListChanges> {
  return changes.parse(answerOf(await backend.rpc('sitemap_changes')))
}

/**
 * One part of a large sitemap.
 *
 * @returns no entries for a part that does not exist
 * @throws BackendError
 */
export async function readSitemapPart(
  backend: BackendClient,
  name: SitemapTable,
  part: number,
): Promise<SitemapEntry[]> {
  return entries.parse(answerOf(await backend.rpc('sitemap_entries', { content_table: name, part })))
}
