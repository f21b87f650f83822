import { z } from 'zod'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { defaultSort, type Sort } from '#domain/content/filters.ts'
import { isFiltered } from '#domain/content/filter-parameters.ts'
import type { ListQuery } from '#domain/content/list-address.ts'
import type { Day } from '#domain/dates.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'
import { cursorOf, listRow, readCursor, type NoticePage } from './notice-list.ts'

/**
 * Cursors of the further pages of a filtered list: whether its rows are closed, and the sort keys of the last row. The
 * newest are ordered by place, time and id, the others by what they are sorted by and id.
 */
const FILTERED_CURSORS: Record<Sort, RegExp> = {
  newest: /^[01](?:_-?\d{1,16}){3}$/,
  closing: /^[01](?:_-?\d{1,16}){2}$/,
  vacancies: /^[01](?:_-?\d{1,16}){2}$/,
}

/** For every filter, how many notices each choice finds. */
export const choiceCounts = z.record(z.string(), z.record(z.string(), z.number()))

export const countedOrganizations = z.array(z.object({ slug: z.string(), name: z.string(), notices: z.number() }))

const reply = z.object({
  rows: z.array(listRow),
  more: z.boolean(),
  closeMatches: z.array(listRow),
  /** Number of close matches, also of those on other pages. */
  close: z.number(),
  next: z.array(z.number()).nullable(),
  total: z.number().nullable(),
  unstated: z.number().nullable(),
  counts: choiceCounts.nullable(),
  organizations: countedOrganizations,
  organization: z.string().nullable(),
})

export interface FoundNotices {
  /** Number of notices that match. */
  total: number
  /** Notices that do not state what is filtered by: left out, or among those that match. */
  unstated: number
  /** For every filter, how many notices each choice would find under the other filters; null: they are not counted. */
  counts: Partial<z.infer<typeof choiceCounts>> | null
  /** The organizations that can be chosen. */
  organizations: z.infer<typeof countedOrganizations>
  /** Name of the chosen organization; null without one, and when there is no such organization. */
  organization: string | null
}

const sortOf = ({ filters, sort }: Pick<ListQuery, 'filters' | 'sort'>) => sort ?? defaultSort(filters)

/** @returns a query without its cursor if that is none of its order; the list then starts at the top */
export function withValidCursor(query: ListQuery): ListQuery {
  const { after } = query
  const isValid = isFiltered(query) ? FILTERED_CURSORS[sortOf(query)].test(after ?? '') : readCursor(after) !== null
  return isValid ? query : { ...query, after: null }
}

/**
 * Reads one page of a list under filters, with the count of every choice. Source: docs/behaviour/finding.md#counts
 *
 * @throws BackendError
 */
export async function readFilteredList(
  backend: BackendClient,
  kind: ContentKind,
  { query, today }: { query: ListQuery; today: Day },
): Promise<NoticePage & { found: FoundNotices }> {
  const { filters, unstated, search, after } = withValidCursor(query)
  const isPlain = !isFiltered(query)
  const cursor = isPlain ? readCursor(after) : null
  const answer = await backend.rpc('filtered_list', {
    content_table: kind.table,
    filters,
    search: search || null,
    sort: isPlain ? null : sortOf(query),
    with_unstated: unstated,
    today,
    after_keys: isPlain ? null : (after?.split('_').map(Number) ?? null),
    after_posted_at: cursor?.postedAt ?? null,
    after_id: cursor?.id ?? null,
    after_rank: cursor?.rank ?? null,
    page_size: kind.pageSize,
  })
  const { rows, more, closeMatches, close, next, ...rest } = reply.parse(dataOf(answer))
  const found = { ...rest, total: rest.total ?? 0, unstated: rest.unstated ?? 0 }
  const last = rows.at(-1)
  const following = isPlain ? last && cursorOf(last) : next?.join('_')
  return { rows, closeMatches, close, next: (more && following) || null, found }
}
