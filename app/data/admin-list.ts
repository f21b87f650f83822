import { z } from 'zod'
import { allColumns, SIMPLIFIED, type AdminColumn } from '#domain/admin/columns.ts'
import type { ListQuery } from '#domain/admin/list-query.ts'
import type { AdminTab, AdminTable } from '#domain/admin/tabs.ts'
import { answerOf } from './backend-error.ts'
import type { StaffClient } from './staff-client.ts'

/** A row of a table in the back office; which fields it has depends on the view. */
export const adminRow = z.looseObject({
  id: z.number(),
  updated_at: z.string(),
  posted_at: z.string().optional(),
  post_time: z.string().nullish(),
  is_quick_link: z.boolean().nullish(),
})
export type AdminRow = z.infer<typeof adminRow>

const adminRows = z.array(adminRow)
const tableCounts = z.record(z.string(), z.number())

export interface PageRequest {
  tab: AdminTab
  query: ListQuery
  /** The row that the page comes after; without one it is the first. */
  after?: AdminRow | undefined
  /** Rows at most. */
  limit: number
}

/**
 * A page of a table as staff see it. A text is looked for by a function of the database, because the table interface
 * knows no literal text. Source: specification, section 7, Admin calls; decisions, "Lists and search".
 *
 * @throws BackendError
 */
export async function fetchRows(client: StaffClient, request: PageRequest): Promise<AdminRow[]> {
  return adminRows.parse(answerOf(await (request.query.text ? search(client, request) : select(client, request))))
}

function select(client: StaffClient, { tab, query, after, limit }: PageRequest) {
  const { field, isDescending, mayBeEmpty } = query.sort
  const ascending = !isDescending
  let rows = client.from(tab.table).select(selection(tab, query))
  if (query.status !== null) rows = withStatus(rows, tab, query.status)
  if (after) {
    const { id, [field]: value } = after
    if (value === null || value === undefined) rows = rows.is(field, null)[ascending ? 'gt' : 'lt']('id', id)
    else rows = rows.or(further({ field, value: literal(value), id, ascending, mayBeEmpty }))
    // Says the same again, in a form that an index can start from.
    if (value !== null && value !== undefined && !mayBeEmpty) rows = rows[ascending ? 'gte' : 'lte'](field, value)
  }
  return rows
    .order(field, { ascending, ...(mayBeEmpty && { nullsFirst: false }) })
    .order('id', { ascending })
    .limit(limit)
}

/** Everything after a value in the order of the list: beyond it, or at it with a further id; rows without one are last. */
function further(from: { field: string; value: string; id: number; ascending: boolean; mayBeEmpty: boolean }): string {
  const { field, value, id } = from
  const beyond = from.ascending ? 'gt' : 'lt'
  const empty = from.mayBeEmpty ? `,${field}.is.null` : ''
  return `${field}.${beyond}.${value},and(${field}.eq.${value},id.${beyond}.${id})${empty}`
}

/** Text of a row is data in a filter. */
function literal(value: unknown): string {
  return `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`
}

function withStatus<T extends { eq: (field: string, value: unknown) => T; is: (field: string, value: null) => T }>(
  rows: T,
  tab: AdminTab,
  status: string,
): T {
  if (tab.heading === 'name') return rows.eq('is_active', status === 'active')
  return status === '' ? rows.is('status', null) : rows.eq('status', status)
}

function search(client: StaffClient, { tab, query, after, limit }: PageRequest) {
  const { text, status, sort } = query
  return client.rpc('admin_search', {
    table_name: tab.table,
    search: text,
    only_status: status,
    sort: sort.field,
    descending: sort.isDescending,
    page_size: limit,
    ...(after && { after_id: after.id, after_value: after[sort.field] ?? null }),
  })
}

/** What the simplified view reads: the id, the quick link and a few columns. Everything else is read for 'View All'. */
function selection(tab: AdminTab, { isSimplified }: ListQuery): string {
  const columns = isSimplified ? SIMPLIFIED[tab.table] : allColumns(tab.table)
  const related = columns.filter(isRelated).map(relation)
  if (!isSimplified) return ['*', ...related].join(', ')
  const plain = columns.filter((column) => !isRelated(column)).map(({ field }) => field)
  if (plain.includes('posted_at')) plain.push('post_time')
  return [...new Set(['id', ...plain, 'updated_at']), ...related].join(', ')
}

function isRelated({ type }: AdminColumn): boolean {
  return type === 'name' || type === 'body'
}

/** By their column: tables may refer to each other in more than one way. */
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
 * @returns how many rows a text and a status leave
 * @throws BackendError, also for those who are not staff: the tables themselves show them fewer rows without a word
 */
export async function countRows(client: StaffClient, tab: AdminTab, { text, status }: ListQuery): Promise<number> {
  const parameters = { table_name: tab.table, search: text, only_status: status }
  return z.number().parse(answerOf(await client.rpc('admin_count', parameters)))
}

/**
 * @returns how many rows each table has
 * @throws BackendError
 */
export async function countTables(client: StaffClient): Promise<Partial<Record<AdminTable, number>>> {
  return tableCounts.parse(answerOf(await client.rpc('admin_counts')))
}
