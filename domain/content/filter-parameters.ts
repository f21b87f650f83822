import { FACET_NAMES, readChoice, SORTS, type Facet, type Filters, type Sort } from './filters.ts'

/** What rows are chosen and sorted by, in lists and in the search. */
export interface Filtering {
  filters: Filters
  /** null for the usual order. */
  sort: Sort | null
  /** Whether notices that do not state what is filtered by are listed, too. */
  unstated: boolean
}

/** Names of parameters that are not those of their facets. */
export type ParameterNames = Partial<Record<Facet, string>>

/** @returns the query parameters of filters and sorting */
export function filterParameterNames(names: ParameterNames = {}): string[] {
  return [...FACET_NAMES.map((facet) => names[facet] ?? facet), 'unstated', 'sort']
}

/** The query parameters of lists. */
export const FILTER_PARAMETERS: readonly string[] = filterParameterNames()

interface ReadFiltering {
  facets: readonly Facet[]
  /** Filters that the path stands for. */
  fixed?: Filters
  /** The usual order under filters; null where it is none of SORTS. */
  usualSort: (filters: Filters) => Sort | null
  names?: ParameterNames
}

/** @returns what the parameters of an address ask for; unknown values are left out */
export function readFiltering(
  parameters: URLSearchParams,
  { facets, fixed, usualSort, names }: ReadFiltering,
): Filtering {
  const filters: Filters = { ...fixed }
  for (const facet of facets) {
    const value = readChoice(facet, parameters.get(names?.[facet] ?? facet))
    if (value !== null) filters[facet] ??= value
  }
  const sort = SORTS.find(({ value }) => value === parameters.get('sort'))?.value
  return {
    filters,
    sort: facets.length > 0 && sort && sort !== usualSort(filters) ? sort : null,
    unstated: Object.keys(filters).length > 0 && parameters.get('unstated') === '1',
  }
}

/** @returns the parameters of filters and sorting, in the one order of addresses */
export function filterParameters(
  { filters = {}, sort, unstated }: Partial<Filtering>,
  names: ParameterNames = {},
): URLSearchParams {
  const chosen = FACET_NAMES.flatMap((facet) => (filters[facet] ? [[names[facet] ?? facet, filters[facet]]] : []))
  const parameters = new URLSearchParams(chosen)
  if (unstated && chosen.length > 0) parameters.set('unstated', '1')
  if (sort) parameters.set('sort', sort)
  return parameters
}

/** @returns whether the order or the choice of rows is not the usual one */
export function isFiltered({ filters, sort }: Pick<Filtering, 'filters' | 'sort'>): boolean {
  return sort !== null || Object.keys(filters).length > 0
}

/** @returns the filters without one */
export function withoutFacet(filters: Filters, facet: Facet): Filters {
  const { [facet]: _, ...others } = filters
  return others
}
