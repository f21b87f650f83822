import { slugOf } from '#domain/admin/slug.ts'
import { searchText } from '#domain/search-text.ts'
import type { ContentKind } from './content-kind.ts'
import { FILTER_PARAMETERS, filterParameters, readFiltering, type Filtering } from './filter-parameters.ts'
import { defaultSort, FACET_NAMES, FACETS, type Filters } from './filters.ts'
import { QUALIFICATIONS } from './qualifications.ts'
import { CONTENT_KINDS } from './registry.ts'
import { STATES } from './indian-states.ts'

/** What a list shows. */
export interface ListQuery extends Filtering {
  /** Text of the search box. */
  search: string
  /** Cursor of a further page; null for the first one. */
  after: string | null
}

/** The last segments of addresses below a list that stand for one filter. Source: docs/behaviour/finding.md#addresses-of-filters */
const LAST_SEGMENTS = new Map<string, Filters>([
  ...QUALIFICATIONS.map(({ value, label }): [string, Filters] => [slugOf(label), { qualification: value }]),
  ['closing-soon', { closing: 'week' }],
])

/** No notice of a kind with filters may have one of these slugs. The database has the same in rules.filter_slugs(). */
export const FILTER_SLUGS: readonly string[] = [...LAST_SEGMENTS.keys()]

/** @returns the slugs that no row of a table may have */
export function filterSlugsOf(table: string): readonly string[] {
  return CONTENT_KINDS.some((kind) => kind.table === table && kind.filters) ? FILTER_SLUGS : []
}

/** Folder below a list for the lists of states. */
const STATE_FOLDER = 'in'

/** @returns the route patterns of a list: its own, and those of single filters if its kind has filters */
export function listPaths({ listPath, filters }: Pick<ContentKind, 'listPath' | 'filters'>): string[] {
  if (!filters) return [listPath]
  // In a group, since routers put anchors around the whole pattern: a slug may contain 'iti'.
  const oneOf = (values: readonly string[]) => `{(?:${values.join('|')})}`
  const states = STATES.map(({ value }) => value)
  return [listPath, `${listPath}/:filter${oneOf(FILTER_SLUGS)}`, `${listPath}/${STATE_FOLDER}/:state${oneOf(states)}`]
}

/** @returns the addresses of single filters of a list, with their filters */
export function filterPaths({ listPath, filters = [] }: Pick<ContentKind, 'listPath' | 'filters'>) {
  if (filters.length === 0) return []
  const ofStates = STATES.map(({ value }): [string, Filters] => [`${STATE_FOLDER}/${value}`, { state: value }])
  return [...LAST_SEGMENTS, ...ofStates].map(([end, chosen]) => ({ path: `${listPath}/${end}`, filters: chosen }))
}

/**
 * @param path of the list, or of one of its filters
 * @returns what an address asks for; unknown values are left out
 */
export function readListQuery(kind: ContentKind, path: string, parameters: URLSearchParams): ListQuery {
  const fixed = filterPaths(kind).find((known) => known.path === path)?.filters
  return {
    ...readFiltering(parameters, { facets: kind.filters ?? [], ...(fixed && { fixed }), usualSort: defaultSort }),
    search: searchText(parameters.get('search') ?? ''),
    after: parameters.get('after'),
  }
}

/** @returns the one address of a query: '/jobs/10th-pass', '/jobs?qualification=10th&state=bihar' */
export function listAddress(kind: ContentKind, query: Partial<ListQuery>): string {
  const { filters = {}, sort, unstated, search, after } = query
  const chosen = FACET_NAMES.filter((facet) => filters[facet])
  const single =
    chosen.length === 1 && !sort && !unstated && filterPaths(kind).find((known) => isSame(known.filters, filters))
  const parameters = single ? new URLSearchParams() : filterParameters(query)
  if (search) parameters.set('search', search)
  if (after) parameters.set('after', after)
  const path = single ? single.path : kind.listPath
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

/**
 * @returns a list as it can be followed, 'jobs?qualification=10th&state=bihar'; null when it has a text, no filter but
 *   those of the day, or one that the kind does not have. Source: docs/behaviour/following.md#lists
 */
export function followedList(
  { table, filters: offered = [] }: Pick<ContentKind, 'table' | 'filters'>,
  { filters, unstated, search }: Pick<ListQuery, 'filters' | 'unstated' | 'search'>,
): string | null {
  const ofFacts = FACET_NAMES.filter((facet) => filters[facet] && !FACETS[facet].isOfDay)
  if (search || ofFacts.length === 0 || ofFacts.some((facet) => !offered.includes(facet))) return null
  const parameters = filterParameters({
    filters: Object.fromEntries(ofFacts.map((facet) => [facet, filters[facet]])),
    unstated,
  })
  return `${table}?${parameters}`
}

/** @returns the address of a file of a list: '/jobs/rss.xml?state=goa&fee=free' */
export function fileOfList(list: string, file: string): string {
  const [path = '', parameters] = list.split('?')
  return `${path}/${file}${parameters ? `?${parameters}` : ''}`
}

/**
 * @returns the address of a filtered list when it was requested by another spelling: with empty or unknown values, or in
 *   another order; null when it is right. Parameters that lists do not read are no reason.
 */
export function correctListAddress(kind: ContentKind, path: string, parameters: URLSearchParams): string | null {
  const known = [...parameters].filter(([name]) => ['search', 'after', ...FILTER_PARAMETERS].includes(name))
  if (!kind.filters || known.length === 0 || (path === kind.listPath && !known.some(([name]) => isFilter(name))))
    return null
  const requested = `${path}?${new URLSearchParams(known)}`
  const correct = listAddress(kind, readListQuery(kind, path, parameters))
  return requested === correct ? null : correct
}

const isFilter = (name: string) => FILTER_PARAMETERS.includes(name)

function isSame(one: Filters, other: Filters): boolean {
  return FACET_NAMES.every((facet) => one[facet] === other[facet])
}
