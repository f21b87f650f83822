import { SEARCH_TEXT_MAX } from '#domain/limits.ts'
import { SIMPLIFIED, type AdminColumn } from './columns.ts'
import type { AdminTab } from './tabs.ts'

/** What a table of the back office shows, as its address says it. */
export interface ListQuery {
  /** Contained literally in the heading or the organization; empty for everything. */
  text: string
  /** null for every status; the empty one for rows that have none. */
  status: string | null
  sort: Sort
  isSimplified: boolean
}

export interface Sort {
  field: string
  isDescending: boolean
  /** Whether rows may have no value there: they come last. */
  mayBeEmpty: boolean
}

/** @returns the order of a table that nobody has sorted: newest first */
function newestFirst({ newest }: AdminTab): Sort {
  return { field: newest, isDescending: true, mayBeEmpty: false }
}

/** Whatever an address holds that the table does not offer is left out. */
export function readListQuery(tab: AdminTab, parameters: URLSearchParams): ListQuery {
  const status = parameters.get('status')
  return {
    text: (parameters.get('text') ?? '').slice(0, SEARCH_TEXT_MAX),
    status: status !== null && tab.statuses.includes(status) ? status : null,
    sort: readSort(tab, parameters.get('sort') ?? ''),
    isSimplified: parameters.get('view') !== 'all',
  }
}

function readSort(tab: AdminTab, text: string): Sort {
  const isDescending = text.startsWith('-')
  const field = isDescending ? text.slice(1) : text
  const column = SIMPLIFIED[tab.table].find((candidate) => candidate.field === field && candidate.isSortable)
  return column ? { field, isDescending, mayBeEmpty: column.mayBeEmpty ?? false } : newestFirst(tab)
}

/** @returns the query of an address without its question mark; empty for what is shown anyway */
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

/** A second press turns the order round. Dates begin with the newest, words with A. */
export function sortedBy(column: AdminColumn, sort: Sort): Sort {
  const startsDescending = column.type === 'date' || column.type === 'post-date' || column.type === 'moment'
  const isDescending = sort.field === column.field ? !sort.isDescending : startsDescending
  return { field: column.field, isDescending, mayBeEmpty: column.mayBeEmpty ?? false }
}
