import { endSignal } from '#domain/end-signal.ts'
import { z } from 'zod'
import type { StoredRow } from '#domain/admin/form/field-value.ts'
import type { RowValues } from '#domain/admin/form/form-row.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { filterSlugsOf } from '#domain/content/list-address.ts'
import { SAVE_TIMEOUT_MS } from '#domain/limits.ts'
import type { Tables, TablesInsert, TablesUpdate } from '#supabase/database-types.ts'
import { dataOf, BackendError, isDuplicate } from './backend-error.ts'
import { timestamp } from './notice-rows.ts'
import type { AdminClient } from './admin-client.ts'

/** Checks what the editor needs. The further columns are taken as the database describes them. */
const storedRecord = z.looseObject({ id: z.number(), slug: z.string(), created_at: timestamp, updated_at: z.string() })
const storedRecords = z.array(storedRecord)
/** What a write returns: an answer without a readable row returns nothing. */
const returnedRecords = storedRecords.catch([])

/** A row with all its columns. `updated_at` is not converted, because it is sent back to identify the version. */
export type StoredRecord = StoredRow & Pick<Tables<AdminTable>, 'id' | 'slug' | 'created_at' | 'updated_at'>

/** Reads and writes single rows of one table for an editor. Every call throws BackendError. */
export interface RecordTable {
  /** @returns null when there is no such row (any more) */
  read: (id: number) => Promise<StoredRecord | null>
  /** @returns the row that an act of this account has added last, as it is now; null when it has added none, or when it was deleted */
  readAddedBy: (act: string) => Promise<StoredRecord | null>
  /** @returns those of the slugs that rows other than `ownId` have, and those that no row may have */
  takenSlugs: (slugs: readonly string[], ownId: number | null) => Promise<Set<string>>
  insert: (row: RowValues) => Promise<StoredRecord>
  /** @returns null when the row was deleted or changed since it was loaded */
  update: (loaded: StoredRecord, changes: RowValues) => Promise<StoredRecord | null>
}

/** Source: docs/behaviour/admin.md#saving. */
export function openRecordTable(client: AdminClient, table: AdminTable): RecordTable {
  const timeout = () => endSignal(SAVE_TIMEOUT_MS)
  const read = async (id: number): Promise<StoredRecord | null> => {
    const reply = await client.from(table).select('*').eq('id', id).limit(1).retry(false).abortSignal(timeout())
    return storedRecords.parse(dataOf(reply))[0] ?? null
  }
  return {
    read,
    async readAddedBy(act) {
      const call = client.rpc('row_of_act', { act, table_name: table })
      const id = z
        .number()
        .nullable()
        .parse(dataOf(await call.retry(false).abortSignal(timeout())))
      return id === null ? null : read(id)
    },
    async takenSlugs(slugs, ownId) {
      const query = client.from(table).select('slug').in('slug', slugs)
      const others = ownId === null ? query : query.neq('id', ownId)
      const rows = dataOf(await others.retry(false).abortSignal(timeout()))
      const taken = z.array(z.object({ slug: z.string() })).parse(rows)
      return new Set([...taken.map(({ slug }) => slug), ...filterSlugsOf(table)])
    },
    async insert(row) {
      const write = client.from(table).insert<TablesInsert<AdminTable>>(row as RowValues & TablesInsert<AdminTable>)
      const reply = await write.select()
      const [stored] = returnedRecords.parse(dataOf(reply))
      if (!stored) throw new BackendError(FORM.nothingReturned, { code: '', status: reply.status })
      return stored
    },
    async update({ id, updated_at }, changes) {
      const write = client
        .from(table)
        .update(changes as TablesUpdate<AdminTable>)
        .eq('id', id)
        .eq('updated_at', updated_at)
      const [stored] = returnedRecords.parse(dataOf(await write.select()))
      return stored ?? null
    },
  }
}

/** @returns `updated_at` of a row; null when there is no such row (any more) @throws BackendError */
export async function readVersion(client: AdminClient, table: AdminTable, id: number): Promise<string | null> {
  const reply = await client.from(table).select('updated_at').eq('id', id).limit(1)
  return z.array(z.object({ updated_at: z.string() })).parse(dataOf(reply))[0]?.updated_at ?? null
}

/** @returns whether a failed write may have been stored: without a response, or with one that leaves it open */
export function mayBeStored(error: unknown): boolean {
  return error instanceof BackendError && (error.status < 300 || error.status >= 500)
}

/** @returns whether a write failed because another row has its slug */
export function isSlugTaken(error: unknown): boolean {
  return isDuplicate(error) && error.message.includes('slug')
}
