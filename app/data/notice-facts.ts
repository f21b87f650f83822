import { z } from 'zod'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeFacts } from '#domain/content/notice.ts'
import type { Day } from '#domain/dates.ts'
import type { ListQuery } from '#domain/content/list-address.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { FEED_CORRECTIONS, FEED_ENTRIES, LIST_CALENDAR_NOTICES } from '#domain/limits.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'
import { absentReply, contentTable, correction, timestamp, noticeCard, type AbsentReply } from './notice-rows.ts'
import type { SitemapTable } from './sitemap.ts'

export const facts = z.array(
  noticeCard.extend({
    table: contentTable,
    updated_at: timestamp,
    organization: z.string().nullable(),
    corrections: z.array(correction).default([]),
  }),
)

/**
 * Reads the newest notices of a kind, or of all kinds, for a feed.
 *
 * @throws BackendError
 */
export async function readNewestNotices(backend: BackendClient, kind: ContentKind | null): Promise<NoticeFacts[]> {
  const parameters = { content_table: kind?.table ?? null, wanted: FEED_ENTRIES }
  return facts.parse(dataOf(await backend.rpc('newest_notices', parameters)))
}

/**
 * Reads the notices of a kind, or of all kinds, whose last date was corrected lately.
 *
 * @throws BackendError
 */
export async function readCorrectedNotices(backend: BackendClient, kind: ContentKind | null): Promise<NoticeFacts[]> {
  const parameters = { content_table: kind?.table ?? null, wanted: FEED_CORRECTIONS }
  const corrected = facts.parse(dataOf(await backend.rpc('corrected_notices', parameters)))
  return corrected.filter(({ table }) => kindOfTable(table).application)
}

/** What a feed or a calendar of a filtered list has. */
export interface FilteredFacts {
  notices: NoticeFacts[]
  /** Name of the chosen organization; null without one, and when there is no such organization. */
  organization: string | null
}

const filteredFacts = z.object({ notices: facts, organization: z.string().nullable() })

/**
 * Reads the notices of a filtered list: the newest for a feed, or for a calendar those that close next and those whose
 * last date was withdrawn.
 *
 * @throws BackendError
 */
export async function readFilteredFacts(
  backend: BackendClient,
  kind: ContentKind,
  { query, purpose, today }: { query: ListQuery; purpose: 'feed' | 'calendar'; today: Day },
): Promise<FilteredFacts> {
  const reply = await backend.rpc('filtered_facts', {
    content_table: kind.table,
    filters: query.filters,
    with_unstated: query.unstated,
    sort: purpose === 'calendar' ? 'closing' : 'posted',
    today,
    wanted: purpose === 'calendar' ? LIST_CALENDAR_NOTICES : FEED_ENTRIES,
  })
  return filteredFacts.parse(dataOf(reply))
}

/** A notice, or a recruitment with its notices, as a calendar shows it. */
interface DatedRecord {
  title: string
  slug: string
  updated_at: string
  notices: NoticeFacts[]
}

export type DatedReply = { state: 'found'; record: DatedRecord } | AbsentReply

const datedRecord = z.object({ title: z.string(), slug: z.string(), updated_at: timestamp, notices: facts })

/**
 * Reads a record by its slug with everything that has a date, in one round trip.
 *
 * @throws BackendError
 */
export async function readDatedRecord(backend: BackendClient, table: SitemapTable, slug: string): Promise<DatedReply> {
  const reply = dataOf(await backend.rpc('calendar_notices', { content_table: table, slug }))
  const isFound = typeof reply === 'object' && reply !== null && 'notices' in reply
  return isFound ? { state: 'found', record: datedRecord.parse(reply) } : absentReply.parse(reply)
}
