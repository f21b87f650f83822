import { z } from 'zod'
import type { AdminColumn } from '#domain/admin/column.ts'
import { allColumns, SIMPLIFIED } from '#domain/admin/columns.ts'
import { isStateFilter, type ListQuery } from '#domain/admin/list-query.ts'
import { isContentTable, type AdminTab, type AdminTable } from '#domain/admin/tabs.ts'
import { isOverdue, type NoticePlan } from '#domain/content/publication.ts'
import { columnValue, type ColumnsOf } from '#domain/row-columns.ts'
import type { Tables } from '#supabase/database-types.ts'
import { dataOf } from './backend-error.ts'
import type { AdminClient } from './admin-client.ts'
import type { Authors } from './history.ts'
import { readPlans } from './notice-plans.ts'
import { serverNow } from './server-time.ts'

/** Checks what every view needs. The further columns are taken as the database describes them. */
export const adminRow = z.looseObject({
  id: z.number(),
  updated_at: z.string(),
  posted_at: z.string().optional(),
  post_time: z.string().nullish(),
  is_quick_link: z.boolean().nullish(),
})

type Columns = Omit<ColumnsOf<Tables<AdminTable>>, 'plan'>
type Relation = 'organizations' | 'categories' | 'recruitments' | 'parent'
type Relations = { [Name in Relation]?: { name: string } | { title: string } | null }

/** A row of a table in the admin; its columns and the rows that it refers to depend on the view. */
export interface AdminRow extends Columns, Relations, Partial<Authors[string]> {
  id: number
  updated_at: string
  /** What is planned for a notice, if anything is. */
  planned?: NoticePlan
  /** Whether that has not been done, although its time has passed. */
  isOverdue?: boolean
}

const adminRows = z.array(adminRow)
const tableCounts = z.record(z.string(), z.number())

export interface PageRequest {
  tab: AdminTab
  query: ListQuery
  /** The last row of the previous page; undefined for the first page. */
  after?: AdminRow | undefined
  /** Rows at most. */
  limit: number
}

/**
 * Reads a page of a table as an admin sees it. A text is searched by a function of the database, because PostgREST
 * knows no literal text, and so are states, which are in another table. Source: docs/behaviour/admin.md#tables.
 *
 * @throws BackendError
 */
export async function fetchRows(client: AdminClient, request: PageRequest): Promise<AdminRow[]> {
  const { tab, query } = request
  const isSearch = query.text !== '' || isStateFilter(query.status)
  const rows: AdminRow[] = adminRows.parse(dataOf(await (isSearch ? search(client, request) : select(client, request))))
  if (!isContentTable(tab.table)) return rows
  const ids = rows.map(({ id }) => id)
  const plans = await readPlans(client, tab.table, ids)
  return rows.map((row) => {
    const planned = plans.get(row.id)
    return planned ? { ...row, planned, isOverdue: isOverdue(planned, serverNow()) } : row
  })
}

function select(client: AdminClient, { tab, query, after, limit }: PageRequest) {
  const { field, isDescending, mayBeEmpty } = query.sort
  const ascending = !isDescending
  let rows = client.from(tab.table).select(selection(tab, query))
  if (query.status !== null) rows = rows.filter(...statusFilter(tab, query.status))
  if (after) {
    const { id } = after
    const value = sortedValue(after, field)
    if (value === null) rows = rows.is(field, null)[ascending ? 'gt' : 'lt']('id', id)
    else rows = rows.or(further({ field, value: literal(value), id, ascending, mayBeEmpty }))
    // Redundant, but in a form for which the database can use an index.
    if (value !== null && !mayBeEmpty) rows = rows[ascending ? 'gte' : 'lte'](field, value)
  }
  return rows
    .order(field, { ascending, ...(mayBeEmpty && { nullsFirst: false }) })
    .order('id', { ascending })
    .limit(limit)
}

/** @returns a filter for the rows after a value: beyond it, or equal with a later id; rows without a value come last */
function further(from: { field: string; value: string; id: number; ascending: boolean; mayBeEmpty: boolean }): string {
  const { field, value, id } = from
  const beyond = from.ascending ? 'gt' : 'lt'
  const empty = from.mayBeEmpty ? `,${field}.is.null` : ''
  return `${field}.${beyond}.${value},and(${field}.eq.${value},id.${beyond}.${id})${empty}`
}

/** @returns a value quoted for a filter */
function literal(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`
}

function statusFilter({ heading }: AdminTab, status: string): [column: string, operator: string, value: unknown] {
  if (heading === 'name') return ['is_active', 'eq', status === 'active']
  return status === '' ? ['status', 'is', null] : ['status', 'eq', status]
}

function search(client: AdminClient, { tab, query, after, limit }: PageRequest) {
  const { text, status, sort } = query
  return client.rpc('admin_search', {
    table_name: tab.table,
    search: text,
    only_status: status,
    sort: sort.field,
    descending: sort.isDescending,
    page_size: limit,
    ...(after && { after_id: after.id, after_value: sortedValue(after, sort.field) }),
  })
}

/** Columns that sort hold texts and dates. */
function sortedValue(row: AdminRow, field: string): string | null {
  const value = columnValue(row, field)
  return typeof value === 'string' ? value : null
}

/** The simplified view reads the id, the quick link and a few columns; 'View All' reads all columns. */
function selection(tab: AdminTab, { isSimplified }: ListQuery): string {
  const columns = isSimplified ? SIMPLIFIED[tab.table] : allColumns(tab.table)
  const related = columns.filter(isRelated).map(relation)
  if (!isSimplified) return ['*', ...related].join(', ')
  const plain = columns.filter((column) => !isRelated(column)).map(({ field }) => field)
  if (plain.includes('posted_at')) plain.push('post_time')
  return [...new Set(['id', ...plain, 'updated_at']), ...related].join(', ')
}

function isRelated({ type }: AdminColumn): boolean {
  return type === 'name' || type === 'short-name'
}

/** Related rows are selected by their column, because tables may refer to each other in more than one way. */
const RELATIONS: Record<string, string> = {
  organizations: 'organizations:organization_id(name)',
  categories: 'categories:category_id(name)',
  recruitments: 'recruitments:recruitment_id(title)',
  parent: 'parent:parent_id(name)',
}

function relation({ field }: AdminColumn): string {
  return RELATIONS[field] ?? field
}

/**
 * @returns the number of rows that match a text and a status
 * @throws BackendError, also for users who are not admins; reading the tables would only show them fewer rows
 */
export async function countRows(client: AdminClient, tab: AdminTab, { text, status }: ListQuery): Promise<number> {
  const parameters = { table_name: tab.table, search: text, only_status: status }
  return z.number().parse(dataOf(await client.rpc('admin_count', parameters)))
}

/**
 * @returns how many rows each table has
 * @throws BackendError
 */
export async function countTables(client: AdminClient): Promise<Partial<Record<AdminTable, number>>> {
  return tableCounts.parse(dataOf(await client.rpc('admin_counts')))
}
