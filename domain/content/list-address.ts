import { slugOf } from '#domain/admin/slug.ts'
import { searchText } from '#domain/search-text.ts'
import type { ContentKind } from './content-kind.ts'
import { defaultSort, FACET_NAMES, readChoice, SORTS, type Facet, type Filters, type Sort } from './filters.ts'
import { QUALIFICATIONS } from './qualifications.ts'
import { CONTENT_KINDS } from './registry.ts'
import { STATES } from './states.ts'

/** What a list shows. */
export interface ListQuery {
  filters: Filters
  /** null for the usual order. */
  sort: Sort | null
  /** Whether notices that do not state what is filtered by are listed, too. */
  unstated: boolean
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

/** The query parameters besides the text and the cursor. */
export const FILTER_PARAMETERS: readonly string[] = [...FACET_NAMES, 'unstated', 'sort']

/**
 * @param path of the list, or of one of its filters
 * @returns what an address asks for; unknown values are left out
 */
export function readListQuery(kind: ContentKind, path: string, parameters: URLSearchParams): ListQuery {
  const filters: Filters = { ...filterPaths(kind).find((known) => known.path === path)?.filters }
  for (const facet of kind.filters ?? []) {
    const value = readChoice(facet, parameters.get(facet))
    if (value !== null) filters[facet] ??= value
  }
  const sort = kind.filters && SORTS.find(({ value }) => value === parameters.get('sort'))?.value
  const isChosen = Object.keys(filters).length > 0
  return {
    filters,
    sort: sort && sort !== defaultSort(filters) ? sort : null,
    unstated: isChosen && parameters.get('unstated') === '1',
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
  const parameters = new URLSearchParams()
  if (!single) {
    for (const facet of chosen) parameters.set(facet, filters[facet] ?? '')
    if (unstated && chosen.length > 0) parameters.set('unstated', '1')
    if (sort) parameters.set('sort', sort)
  }
  if (search) parameters.set('search', search)
  if (after) parameters.set('after', after)
  const path = single ? single.path : kind.listPath
  return parameters.size > 0 ? `${path}?${parameters}` : path
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

/** @returns whether the order or the choice of rows is not that of the plain list */
export function isFiltered({ filters, sort }: Pick<ListQuery, 'filters' | 'sort'>): boolean {
  return sort !== null || Object.keys(filters).length > 0
}

/** @returns the query without one filter */
export function without(query: ListQuery, facet: Facet): ListQuery {
  const { [facet]: _, ...filters } = query.filters
  return { ...query, filters, after: null }
}

const isFilter = (name: string) => FILTER_PARAMETERS.includes(name)

function isSame(one: Filters, other: Filters): boolean {
  return FACET_NAMES.every((facet) => one[facet] === other[facet])
}
