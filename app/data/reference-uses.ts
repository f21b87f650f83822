import { z } from 'zod'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'
import { ADMIN_TABS, type AdminTab } from '#domain/admin/tabs.ts'
import { BackendError, dataOf } from './backend-error.ts'
import type { AdminClient } from './admin-client.ts'

/** Rows of one table that refer to an organization, a category or a recruitment. */
export interface ReferenceUses {
  tab: AdminTab
  uses: number
  /** Of the newest of them. */
  titles: string[]
}

const usesOfTable = z.object({ used_by: z.string(), uses: z.coerce.number(), titles: z.array(z.string()) })

/** @throws BackendError */
export async function readUses(client: AdminClient, table: ReferenceTable, id: number): Promise<ReferenceUses[]> {
  const reply = await client.rpc('reference_uses', { reference_table: table, reference_id: id })
  return z
    .array(usesOfTable)
    .parse(dataOf(reply))
    .flatMap(({ used_by, ...uses }) =>
      ADMIN_TABS.filter((tab) => tab.table === used_by).map((tab) => ({ tab, ...uses })),
    )
}

/**
 * Moves everything that refers to a row to another one, and deletes the row. Idempotent.
 *
 * @throws BackendError
 */
export async function reassignAndDelete(
  client: AdminClient,
  { table, id }: { table: ReferenceTable; id: number },
  target: number,
): Promise<void> {
  const parameters = { reference_table: table, reference_id: id, target_id: target }
  dataOf(await client.rpc('reassign_and_delete', parameters))
}

/** @returns whether a deletion failed because other rows refer to the row. Source: PostgreSQL, SQLSTATE class 23 */
export function isInUse(error: unknown): boolean {
  return error instanceof BackendError && (error.code === '23001' || error.code === '23503')
}
