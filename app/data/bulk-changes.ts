import { z } from 'zod'
import { actsOf, type BulkAct, type BulkChange, type BulkRow } from '#domain/admin/bulk-acts.ts'
import { isContentTable, type AdminTab, type AdminTable } from '#domain/admin/tabs.ts'
import { publicationOf } from '#domain/content/publication.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { dataOf } from './backend-error.ts'
import type { AdminClient } from './admin-client.ts'
import { IDS_PER_REQUEST, readPlans } from './notice-plans.ts'

const bulkRow = z.object({
  id: z.number(),
  updated_at: z.string(),
  title: z.string(),
  status: z.string().nullish(),
  is_active: z.boolean().optional(),
  is_quick_link: z.boolean().nullish(),
  post_time: z.string().nullish(),
  posted_at: z.string().optional(),
  organization_id: z.number().nullish(),
  category_id: z.number().nullish(),
  checked_at: z.string().nullish(),
  organization: z.object({ name: z.string() }).nullish(),
  category: z.object({ name: z.string() }).nullish(),
})

/** A selected row as it is now, with the names of what it refers to. */
export type SelectedRow = BulkRow & Pick<z.infer<typeof bulkRow>, 'organization' | 'category'>

const outcomes = z.array(z.object({ id: z.number(), outcome: z.enum(['done', 'changed', 'gone', 'used']) }))

/** What became of a row: 'changed' when somebody else has changed it meanwhile, 'used' when others refer to it. */
export type RowOutcome = z.infer<typeof outcomes>[number]

/**
 * Reads rows in the order of their ids; those that do not exist any more are left out.
 *
 * @throws BackendError
 */
export async function readSelected(client: AdminClient, tab: AdminTab, ids: readonly number[]): Promise<SelectedRow[]> {
  const rows: SelectedRow[] = []
  for (let start = 0; start < ids.length; start += IDS_PER_REQUEST) {
    const part = client
      .from(tab.table)
      .select(selection(tab))
      .in('id', ids.slice(start, start + IDS_PER_REQUEST))
    rows.push(...z.array(bulkRow).parse(dataOf(await part)))
  }
  rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  return withPlans(client, tab.table, rows)
}

async function withPlans(client: AdminClient, table: AdminTable, rows: SelectedRow[]): Promise<SelectedRow[]> {
  if (!isContentTable(table)) return rows
  const { defaultStatus } = kindOfTable(table)
  const plans = await readPlans(
    client,
    table,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const stored = plans.get(row.id)
    return { ...row, plan: stored ? publicationOf(row.status ?? null, stored, defaultStatus) : null }
  })
}

function selection(tab: AdminTab): string {
  const columns = ['id', 'updated_at', `title:${tab.heading}`]
  const read: Partial<Record<BulkAct, string[]>> = {
    status: [tab.heading === 'name' ? 'is_active' : 'status'],
    'quick link': ['is_quick_link'],
    'post date': ['post_time', 'posted_at'],
    organization: ['organization_id', 'organization:organization_id(name)'],
    category: ['category_id', 'category:category_id(name)'],
    check: ['checked_at'],
  }
  return [...columns, ...actsOf(tab).flatMap((act) => read[act] ?? [])].join(', ')
}

/**
 * Changes rows in one transaction, each only while it has the values that the change began with. Idempotent.
 *
 * @throws BackendError when none was changed
 */
export async function changeSelected(
  client: AdminClient,
  table: AdminTable,
  changes: readonly Omit<BulkChange, 'title'>[],
): Promise<RowOutcome[]> {
  const sent = changes.map(({ id, before, after }) => ({ id, before: sentValues(before), after: sentValues(after) }))
  return outcomes.parse(dataOf(await client.rpc('change_rows', { target: table, changes: sent })))
}

function sentValues({ plan, ...values }: BulkChange['after']) {
  return { ...values, ...(plan !== undefined && { plan: plan && { ...plan } }) }
}

/**
 * Deletes rows in one transaction, each only while it is as it was read; of organizations, categories and recruitments
 * those that nothing uses. Idempotent.
 *
 * @throws BackendError when none was deleted
 */
export async function deleteSelected(
  client: AdminClient,
  table: AdminTable,
  rows: readonly BulkChange[],
): Promise<RowOutcome[]> {
  const ids = rows.map(({ id }) => id)
  const versions = rows.map(({ before }) => before.updated_at ?? '')
  return outcomes.parse(dataOf(await client.rpc('delete_rows', { target: table, ids, versions })))
}
