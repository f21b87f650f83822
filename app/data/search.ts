import { z } from 'zod'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { CONTENT_KINDS, foundPath, kindOfTable } from '#domain/content/registry.ts'
import { COUNT_CAP, DROPDOWN_RESULTS, SEARCH_PAGE_RESULTS, SUGGESTIONS, TRENDING_NOTICES } from '#domain/limits.ts'
import type { SearchQuestion } from '#domain/search-address.ts'
import type { BackendClient } from './backend-client.ts'
import { answerOf } from './backend-error.ts'
import { contentTable, moment } from './notice-rows.ts'

const categorized = <Row extends { category: ContentTable }>(row: Row) => {
  const { label, icon } = kindOfTable(row.category)
  return { ...row, categoryLabel: label, icon }
}

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
    created_at: moment,
    posted_at: moment,
    apply_end_date: z.string().nullable(),
    exam_date: z.string().nullable(),
    document_url: z.string().nullable(),
    priority: z.number(),
    relevance: z.number(),
    /** Whether the title only resembles the text. */
    close: z.boolean().default(false),
  })
  .transform(routed)

const searchReply = z.object({
  results: z.array(foundNotice),
  totalFound: z.number(),
  counts: z.record(contentTable, z.number()),
  closeMatches: z.boolean(),
})

const suggestions = z.array(z.object({ text: z.string(), category: contentTable }).transform(categorized))

const trending = z.array(z.object({ title: z.string(), slug: z.string(), category: contentTable }).transform(routed))

export type FoundNotice = z.infer<typeof foundNotice>
export type SearchAnswer = z.infer<typeof searchReply>

/**
 * A page of results.
 *
 * @returns `next` is where the following page begins; null on the last one
 * @throws BackendError
 */
export async function search(backend: BackendClient, { text, category, from }: SearchQuestion) {
  const answer = await searchNotices(backend, { text, category, limit: SEARCH_PAGE_RESULTS, from })
  const following = from + SEARCH_PAGE_RESULTS
  const isMore = !answer.closeMatches && following <= COUNT_CAP && countAfter(answer, category, following) > 0
  return { ...answer, next: isMore ? following : null }
}

/**
 * The first results, for the dropdown: twice as many as it shows, because those that are suggested are left out.
 *
 * @throws BackendError
 */
export async function searchFirst(backend: BackendClient, text: string): Promise<SearchAnswer> {
  return searchNotices(backend, { text, category: null, limit: 2 * DROPDOWN_RESULTS, from: 0 })
}

interface Extract extends SearchQuestion {
  limit: number
}

async function searchNotices(backend: BackendClient, { text, category, limit, from }: Extract): Promise<SearchAnswer> {
  const reply = await backend.rpc('search_notices', {
    query: text,
    categories: category ? [category] : null,
    result_limit: limit,
    result_offset: from,
  })
  return searchReply.parse(answerOf(reply))
}

/** Results from a place on. Without a category, each has an equal share of every page. */
function countAfter({ counts }: SearchAnswer, category: ContentTable | null, place: number): number {
  if (category) return counts[category] - place
  const share = Math.ceil(SEARCH_PAGE_RESULTS / CONTENT_KINDS.length)
  return Math.max(...Object.values(counts)) - (place / SEARCH_PAGE_RESULTS) * share
}

/** Titles that have the text, newest first. @throws BackendError */
export async function readSuggestions(backend: BackendClient, text: string) {
  return suggestions.parse(
    answerOf(await backend.rpc('search_suggestions', { query: text, result_limit: SUGGESTIONS })),
  )
}

/** What is shown before anything is typed. @throws BackendError */
export async function readTrending(backend: BackendClient) {
  return trending.parse(answerOf(await backend.rpc('trending_notices', { result_limit: TRENDING_NOTICES })))
}
