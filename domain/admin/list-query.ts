import type { Choice } from '#domain/content/choice.ts'
import { SEARCH_TEXT_MAX } from '#domain/limits.ts'
import { storable } from '#domain/storable.ts'
import type { AdminColumn } from './column.ts'
import { SIMPLIFIED } from './columns.ts'
import { isContentTable, type AdminTab } from './tabs.ts'

/** Filters, order and columns of a table in the admin; they are stored in its address. */
export interface ListQuery {
  /** Text that the heading or the organization contains literally; '' for no filter. */
  text: string
  /** null for every status; '' for rows that have none; one of STATE_FILTERS for notices in a state. */
  status: string | null
  sort: Sort
  isSimplified: boolean
}

/** Filters for states that no status tells. Source: docs/behaviour/publication.md#in-the-tables-of-the-admin */
export const STATE_FILTERS: readonly Choice[] = [
  { value: 'state:draft', label: 'Draft' },
  { value: 'state:scheduled', label: 'Scheduled' },
]

/** @returns whether a status filter names a state */
export function isStateFilter(status: string | null): boolean {
  return STATE_FILTERS.some(({ value }) => value === status)
}

export interface Sort {
  field: string
  isDescending: boolean
  /** Whether the value may be null; such rows come last. */
  mayBeEmpty: boolean
}

/** @returns the default order of a table: newest first */
function newestFirst({ newest }: AdminTab): Sort {
  return { field: newest, isDescending: true, mayBeEmpty: false }
}

/** Reads a query from an address; parameters that the table does not offer are ignored. */
export function readListQuery(tab: AdminTab, parameters: URLSearchParams): ListQuery {
  const status = parameters.get('status')
  return {
    text: storable((parameters.get('text') ?? '').slice(0, SEARCH_TEXT_MAX)),
    status: status !== null && isFilter(tab, status) ? status : null,
    sort: readSort(tab, parameters.get('sort') ?? ''),
    isSimplified: parameters.get('view') !== 'all',
  }
}

function isFilter({ table, statuses }: AdminTab, status: string): boolean {
  return statuses.includes(status) || (isContentTable(table) && isStateFilter(status))
}

function readSort(tab: AdminTab, text: string): Sort {
  const isDescending = text.startsWith('-')
  const field = isDescending ? text.slice(1) : text
  const column = SIMPLIFIED[tab.table].find((candidate) => candidate.field === field && candidate.isSortable)
  return column ? { field, isDescending, mayBeEmpty: column.mayBeEmpty ?? false } : newestFirst(tab)
}

/** @returns the query string without its question mark; defaults are left out */
export function writeListQuery(tab: AdminTab, { text, status, sort, isSimplified }: ListQuery): string {
  const parameters = new URLSearchParams()
  const usual = newestFirst(tab)
  if (text) parameters.set('text', text)
  if (status !== null) parameters.set('status', status)
  if (sort.field !== usual.field || sort.isDescending !== usual.isDescending) {
    parameters.set('sort', `${sort.isDescending ? '-' : ''}${sort.field}`)
  }
  if (!isSimplified) parameters.set('view', 'all')
  return parameters.toString()
}

/** The order after a press on a column head: dates from the newest, texts from A; a second press reverses it. */
export function sortedBy(column: AdminColumn, sort: Sort): Sort {
  const startsDescending = column.type === 'date' || column.type === 'post-date' || column.type === 'timestamp'
  const isDescending = sort.field === column.field ? !sort.isDescending : startsDescending
  return { field: column.field, isDescending, mayBeEmpty: column.mayBeEmpty ?? false }
}
