import type { AdminTable } from '#domain/admin/tabs.ts'
import { GONE } from '#domain/admin/messages.ts'
import type { TablesUpdate } from '#supabase/database-types.ts'
import { adminRow, type AdminRow } from './admin-list.ts'
import { dataOf, BackendError } from './backend-error.ts'
import type { AdminClient } from './admin-client.ts'

/** A row of a table. */
export interface RowAddress {
  table: AdminTable | 'search_words'
  id: number
}

/** PostgREST's code for a change that matched no row: it is deleted, or not visible to the user. */
const NO_ROW = 'PGRST116'

/** @returns whether a change failed because there is no such row any more */
export function isGone(error: unknown): boolean {
  return error instanceof BackendError && error.code === NO_ROW
}

/**
 * Changes fields of one row. Idempotent.
 *
 * @returns the row as it is stored now
 * @throws BackendError
 */
export async function changeRow(
  client: AdminClient,
  { table, id }: RowAddress,
  fields: TablesUpdate<RowAddress['table']>,
): Promise<AdminRow> {
  const stored = dataOf(await client.from(table).update(fields).eq('id', id).select())
  return adminRow.parse(onlyRow(stored))
}

/**
 * Deletes one row.
 *
 * @throws BackendError, also when there was nothing to delete (see isGone)
 */
export async function deleteRow(client: AdminClient, { table, id }: RowAddress): Promise<void> {
  onlyRow(dataOf(await client.from(table).delete().eq('id', id).select('id')))
}

function onlyRow(rows: unknown): unknown {
  const [row] = Array.isArray(rows) ? rows : []
  if (!row) throw new BackendError(GONE, { code: NO_ROW, status: 404 })
  return row
}
