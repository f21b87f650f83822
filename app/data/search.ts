import { z } from 'zod'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { isFiltered } from '#domain/content/filter-parameters.ts'
import { byTable, CONTENT_KINDS, foundPath, kindOfTable } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import {
  DROPDOWN_RESULTS,
  SEARCH_OFFSET_MAX,
  SEARCH_PAGE_RESULTS,
  SUGGESTIONS,
  TRENDING_NOTICES,
} from '#domain/limits.ts'
import type { SearchedText } from '#domain/search-address.ts'
import { searchFacets, type SearchQuery } from '#domain/search-query.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'
import { choiceCounts, countedOrganizations, type FoundNotices } from './filtered-list.ts'
import { contentTable, timestamp } from './notice-rows.ts'

const categorized = <Row extends { category: ContentTable }>(row: Row) => ({
  ...row,
  categoryLabel: kindOfTable(row.category).label,
})

const routed = <Row extends { category: ContentTable; slug: string }>(row: Row) => ({
  ...categorized(row),
  route: foundPath(kindOfTable(row.category), row.slug),
})

const foundNotice = z
  .object({
    category: contentTable,
    id: z.number(),
    slug: z.string(),
    title: z.string(),
    status: z.string().nullable(),
    post_time: z.string().nullable(),
    created_at: timestamp,
    posted_at: timestamp,
    apply_end_date: z.string().nullable(),
    exam_date: z.string().nullable(),
    document_url: z.string().nullable(),
    priority: z.number(),
    relevance: z.number(),
  })
  .transform(routed)

const searchReply = z.object({
  results: z.array(foundNotice),
  totalFound: z.number(),
  counts: z.partialRecord(contentTable, z.number()).transform((counts) => byTable(({ table }) => counts[table] ?? 0)),
  /** Notices that only resemble the text; no count includes them, unless closePaged is set. */
  closeMatches: z.array(foundNotice),
})

const filteredReply = searchReply.extend({
  /** Number of close matches, also of those on other pages. */
  closeTotal: z.number(),
  /** Whether the counts include the close matches, and the pages are theirs. */
  closePaged: z.boolean(),
  choices: choiceCounts,
  unstated: z.number(),
  organizations: countedOrganizations,
  organization: z.string().nullable(),
})

const suggestions = z.array(z.object({ text: z.string(), category: contentTable }).transform(categorized))

const trending = z.array(z.object({ title: z.string(), slug: z.string(), category: contentTable }).transform(routed))

export type FoundNotice = z.infer<typeof foundNotice>
export type SearchReply = z.infer<typeof searchReply>

export interface SearchPage extends SearchReply {
  /** Number of close matches, also of those on other pages. */
  closeTotal: number
  /** Offset of the following page; null on the last one. */
  next: number | null
  /** Whether further results are above the largest offset. */
  isCut: boolean
  /** Counts for the filters; null in a category without filters. */
  found: FoundNotices | null
}

/**
 * Reads a page of results. Source: docs/behaviour/finding.md#filters-of-the-search
 *
 * @param query with an offset of at most SEARCH_OFFSET_MAX
 * @throws BackendError
 */
export async function search(backend: BackendClient, query: SearchQuery, today: Day): Promise<SearchPage> {
  const { text, category, from } = query
  if (searchFacets(category).length === 0) {
    const reply = await searchNotices(backend, { text, category, limit: SEARCH_PAGE_RESULTS, from })
    return {
      ...reply,
      ...following(from, countAfter(reply, query)),
      closeTotal: reply.closeMatches.length,
      found: null,
    }
  }
  const answer = await backend.rpc('filtered_search', {
    query: text,
    filters: query.filters,
    category,
    sort: query.sort,
    with_unstated: query.unstated,
    today,
    result_limit: SEARCH_PAGE_RESULTS,
    result_offset: from,
  })
  const { choices, unstated, organizations, organization, closeTotal, closePaged, ...reply } = filteredReply.parse(
    dataOf(answer),
  )
  const shown = closePaged ? closeTotal : reply.totalFound
  const left = isFiltered(query) ? shown - from - SEARCH_PAGE_RESULTS : countAfter(reply, query)
  const found = { total: reply.totalFound, unstated, counts: choices, organizations, organization }
  return { ...reply, ...following(from, left), closeTotal, found }
}

/** @returns the offset of the page after an offset, if there are results left and it is not too large */
function following(from: number, left: number): Pick<SearchPage, 'next' | 'isCut'> {
  const next = from + SEARCH_PAGE_RESULTS
  const isCut = left > 0 && next > SEARCH_OFFSET_MAX
  return { next: left > 0 && !isCut ? next : null, isCut }
}

/**
 * Reads the first results for the dropdown: twice as many as it shows, because those that are suggested are left out.
 *
 * @throws BackendError
 */
export async function searchFirst(backend: BackendClient, text: string): Promise<SearchReply> {
  return searchNotices(backend, { text, category: null, limit: 2 * DROPDOWN_RESULTS, from: 0 })
}

interface Extract extends SearchedText {
  limit: number
}

async function searchNotices(backend: BackendClient, { text, category, limit, from }: Extract): Promise<SearchReply> {
  const reply = await backend.rpc('search_notices', {
    query: text,
    categories: category ? [category] : null,
    result_limit: limit,
    result_offset: from,
  })
  return searchReply.parse(dataOf(reply))
}

/** @returns the number of results after a page. Without a category, each has an equal share of every page */
function countAfter({ counts }: SearchReply, { category, from }: SearchQuery): number {
  const next = from + SEARCH_PAGE_RESULTS
  if (category) return counts[category] - next
  const share = Math.ceil(SEARCH_PAGE_RESULTS / CONTENT_KINDS.length)
  return Math.max(...Object.values(counts)) - (next / SEARCH_PAGE_RESULTS) * share
}

/** @returns titles that contain the text, newest first. @throws BackendError */
export async function readSuggestions(backend: BackendClient, text: string) {
  return suggestions.parse(dataOf(await backend.rpc('search_suggestions', { query: text, result_limit: SUGGESTIONS })))
}

/** @returns notices to show before anything is typed. @throws BackendError */
export async function readTrending(backend: BackendClient) {
  return trending.parse(dataOf(await backend.rpc('trending_notices', { result_limit: TRENDING_NOTICES })))
}
