import type { ContentKind } from '#domain/content/content-kind.ts'
import { filterPaths, listAddress, readListQuery, type ListQuery } from '#domain/content/list-address.ts'
import { choiceText, FACET_NAMES } from '#domain/content/filters.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'

/** The list that a feed or a calendar belongs to. */
export interface ListRequest {
  /** null for the feeds of the whole site. */
  kind: ContentKind | null
  /** null for a list without filters. */
  query: ListQuery | null
  /** Address of the list, with its filters: '/jobs/10th-pass', '/jobs?state=goa&fee=free'; '' for the whole site. */
  list: string
}

/** @returns the list below which the file of an address is: '/jobs/in/goa/rss.xml', '/jobs/rss.xml?state=goa' */
export function readListRequest({ pathname, searchParams }: URL): ListRequest {
  const folder = pathname.slice(0, pathname.lastIndexOf('/'))
  const kind = CONTENT_KINDS.find(
    (each) => each.listPath === folder || filterPaths(each).some(({ path }) => path === folder),
  )
  if (!kind?.filters) return { kind: kind ?? null, query: null, list: kind?.listPath ?? '' }
  const { filters, unstated } = readListQuery(kind, folder, searchParams)
  const query = { filters, unstated, sort: null, search: '', after: null }
  const isFiltered = Object.keys(filters).length > 0
  return { kind, query: isFiltered ? query : null, list: listAddress(kind, query) }
}

/** @returns whether a list is filtered by an organization that does not exist, as its page is then missing */
export function isOfUnknown(query: ListQuery | null, organization: string | null): boolean {
  return Boolean(query?.filters.organization) && organization === null
}

/**
 * @param organization name of the chosen organization
 * @returns the title of a feed or calendar: 'Latest Jobs: 10th pass, Goa'
 */
export function listTitle({ label }: ContentKind, query: ListQuery | null, organization: string | null): string {
  const chosen = FACET_NAMES.flatMap((facet) => {
    const value = query?.filters[facet]
    return value ? [choiceText(facet, value, organization)] : []
  })
  return chosen.length > 0 ? `${label}: ${chosen.join(', ')}` : label
}
