import { z } from 'zod'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { CONTENT_KINDS, foundPath, kindOfTable } from '#domain/content/registry.ts'
import {
  DROPDOWN_RESULTS,
  SEARCH_OFFSET_MAX,
  SEARCH_PAGE_RESULTS,
  SUGGESTIONS,
  TRENDING_NOTICES,
} from '#domain/limits.ts'
import type { SearchQuery } from '#domain/search-address.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'
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
  counts: z.record(contentTable, z.number()),
  /** Notices that only resemble the text; no count includes them. */
  closeMatches: z.array(foundNotice),
})

const suggestions = z.array(z.object({ text: z.string(), category: contentTable }).transform(categorized))

const trending = z.array(z.object({ title: z.string(), slug: z.string(), category: contentTable }).transform(routed))

export type FoundNotice = z.infer<typeof foundNotice>
export type SearchReply = z.infer<typeof searchReply>

/**
 * Reads a page of results.
 *
 * @param query with an offset of at most SEARCH_OFFSET_MAX
 * @returns the results; `next` is the offset of the following page, null on the last one; `isCut` says that there are
 *   further results above the largest offset
 * @throws BackendError
 */
export async function search(backend: BackendClient, { text, category, from }: SearchQuery) {
  const reply = await searchNotices(backend, { text, category, limit: SEARCH_PAGE_RESULTS, from })
  const following = from + SEARCH_PAGE_RESULTS
  const isMore = countAfter(reply, category, following) > 0
  const isCut = isMore && following > SEARCH_OFFSET_MAX
  return { ...reply, next: isMore && !isCut ? following : null, isCut }
}

/**
 * Reads the first results for the dropdown: twice as many as it shows, because those that are suggested are left out.
 *
 * @throws BackendError
 */
export async function searchFirst(backend: BackendClient, text: string): Promise<SearchReply> {
  return searchNotices(backend, { text, category: null, limit: 2 * DROPDOWN_RESULTS, from: 0 })
}

interface Extract extends SearchQuery {
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

/** @returns the number of results from an offset on. Without a category, each has an equal share of every page */
function countAfter({ counts }: SearchReply, category: ContentTable | null, offset: number): number {
  if (category) return counts[category] - offset
  const share = Math.ceil(SEARCH_PAGE_RESULTS / CONTENT_KINDS.length)
  return Math.max(...Object.values(counts)) - (offset / SEARCH_PAGE_RESULTS) * share
}

/** @returns titles that contain the text, newest first. @throws BackendError */
export async function readSuggestions(backend: BackendClient, text: string) {
  return suggestions.parse(dataOf(await backend.rpc('search_suggestions', { query: text, result_limit: SUGGESTIONS })))
}

/** @returns notices to show before anything is typed. @throws BackendError */
export async function readTrending(backend: BackendClient) {
  return trending.parse(dataOf(await backend.rpc('trending_notices', { result_limit: TRENDING_NOTICES })))
}
