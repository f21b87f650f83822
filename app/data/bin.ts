import { z } from 'zod'
import { ADMIN_TABS, type AdminTable } from '#domain/admin/tabs.ts'
import { DAY_MS } from '#domain/dates.ts'
import { dataOf } from './backend-error.ts'
import type { AdminClient } from './admin-client.ts'
import { serverNow } from './server-time.ts'

const table = z.enum(ADMIN_TABS.map((tab) => tab.table))

const binItem = z.object({
  /** Its place in the bin: the highest was deleted last. */
  item: z.number(),
  table,
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  status: z.string().nullable(),
  deleted_at: z.string(),
  /** Who deleted it; null for the server, and for an account that is gone. */
  name: z.string().nullable(),
})

const binPage = z.object({
  total: z.number(),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  items: z.array(binItem),
})

const restored = z.array(
  z.object({
    table,
    id: z.number(),
    outcome: z.enum(['restored', 'there', 'changed', 'missing']),
    title: z.string().optional(),
    slug: z.string().optional(),
    slug_was: z.string().nullish(),
    lost: z.record(z.string(), z.boolean()).optional(),
    moved: z.number().optional(),
  }),
)

export type BinItem = z.infer<typeof binItem>
export type BinPage = z.infer<typeof binPage>

/** A deleted row. */
type DeletedRow = Pick<BinItem, 'table' | 'id'>

/** A deleted row as it lies in the bin. */
export type BinPlace = Pick<BinItem, 'table' | 'id' | 'item'>

export interface RowToRestore extends DeletedRow {
  /** Id of the act that is undone: the row stays in the bin if another act has deleted it since. */
  act?: string | undefined
}

/**
 * What became of a row: 'there' when it was restored before, 'changed' when another act has deleted it since, 'missing'
 * when it is not in the bin any more. `slug_was` is a slug that another row has now. `lost` are columns whose row is gone,
 * with whether another one took its place. `moved` rows refer to it again.
 */
export type RestoredRow = z.infer<typeof restored>[number]

/** Filters of the bin. */
export interface BinQuery {
  table: AdminTable | null
  text: string
  /** The id of the account that deleted; '' for all. */
  account: string
  /** Days back from now; null for all. */
  days: number | null
}

/**
 * @param before the item after which to go on
 * @returns a page of the bin, the last deleted first
 * @throws BackendError
 */
export async function fetchBin(
  client: AdminClient,
  query: BinQuery,
  page: { before?: number | undefined; limit: number },
): Promise<BinPage> {
  const { table: kind, text, account, days } = query
  const reply = await client.rpc('bin_items', {
    page_size: page.limit,
    ...(kind && { tables: [kind] }),
    ...(text && { search: text }),
    ...(account && { account }),
    ...(days !== null && { deleted_after: new Date(serverNow() - days * DAY_MS).toISOString() }),
    ...(page.before !== undefined && { before_id: page.before }),
  })
  return binPage.parse(dataOf(reply))
}

/**
 * @returns how many rows are in the bin
 * @throws BackendError
 */
export async function countBin(client: AdminClient): Promise<number> {
  return z.number().parse(dataOf(await client.rpc('bin_count')))
}

/**
 * Restores deleted rows, and what they refer to if it was deleted, too, in one transaction. Idempotent.
 *
 * @throws BackendError when none was restored
 */
export async function restoreDeleted(client: AdminClient, rows: readonly RowToRestore[]): Promise<RestoredRow[]> {
  const wanted = rows.map(({ table: name, id, act = null }) => ({ table: name, id, act }))
  return restored.parse(dataOf(await client.rpc('restore_deleted', { wanted })))
}

/**
 * Deletes rows from the bin, not those that were restored since, even if they were deleted again. Idempotent.
 *
 * @returns how many were there
 * @throws BackendError
 */
export async function deleteForEver(client: AdminClient, rows: readonly BinPlace[]): Promise<number> {
  const wanted = rows.map(({ table: name, id, item }) => ({ table: name, id, item }))
  return z.number().parse(dataOf(await client.rpc('delete_for_ever', { wanted })))
}
