import { z } from 'zod'
import { FORM } from '#domain/admin/form/messages.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { SAVE_TIMEOUT_MS } from '#domain/limits.ts'
import { answerOf, BackendError } from './backend-error.ts'
import { moment } from './notice-rows.ts'
import type { StaffClient } from './staff-client.ts'

const storedRecord = z.looseObject({ id: z.number(), created_at: moment, updated_at: z.string() })
const storedRecords = z.array(storedRecord)

/** A row with all its columns. `updated_at` stays as the database printed it: it is sent back to find the same version. */
export type StoredRecord = z.infer<typeof storedRecord>

type Row = Readonly<Record<string, unknown>>

/** The rows of one table, one at a time, as an editor reads and writes them. Every call throws BackendError. */
export interface RecordTable {
  /** @returns null when there is no such row (any more) */
  read: (id: number) => Promise<StoredRecord | null>
  readBySlug: (slug: string) => Promise<StoredRecord | null>
  /** @returns those of the slugs that other rows than the own one have */
  takenSlugs: (slugs: readonly string[], ownId: number | null) => Promise<Set<string>>
  insert: (row: Row) => Promise<StoredRecord>
  /** @returns null when the row is not there in the version that was loaded */
  update: (loaded: StoredRecord, changes: Row) => Promise<StoredRecord | null>
}

/** Source: specification, section 7, Admin calls. */
export function openRecordTable(client: StaffClient, table: AdminTable): RecordTable {
  const inTime = () => AbortSignal.timeout(SAVE_TIMEOUT_MS)
  const one = async (column: 'id' | 'slug', value: number | string) => {
    const reply = await client.from(table).select('*').eq(column, value).limit(1).retry(false).abortSignal(inTime())
    return storedRecords.parse(answerOf(reply))[0] ?? null
  }
  return {
    read: (id) => one('id', id),
    readBySlug: (slug) => one('slug', slug),
    async takenSlugs(slugs, ownId) {
      const question = client.from(table).select('slug').in('slug', slugs)
      const others = ownId === null ? question : question.neq('id', ownId)
      const rows = answerOf(await others.retry(false).abortSignal(inTime()))
      return new Set(
        z
          .array(z.object({ slug: z.string() }))
          .parse(rows)
          .map(({ slug }) => slug),
      )
    },
    async insert(row) {
      const reply = await client.from(table).insert(row).select().abortSignal(inTime())
      const [stored] = storedRecords.parse(answerOf(reply) ?? [])
      if (!stored) throw new BackendError(FORM.nothingReturned, { code: '', status: reply.status })
      return stored
    },
    async update({ id, updated_at }, changes) {
      const write = client.from(table).update(changes).eq('id', id).eq('updated_at', updated_at)
      const [stored] = storedRecords.parse(answerOf(await write.select().abortSignal(inTime())) ?? [])
      return stored ?? null
    },
  }
}

/** @returns whether a write may have been stored although it failed: no answer came, or none that says what happened */
export function mayBeStored(error: unknown): boolean {
  return error instanceof BackendError && (error.status < 300 || error.status >= 500)
}

/** @returns whether a write failed because another row has its slug */
export function isSlugTaken(error: unknown): boolean {
  return error instanceof BackendError && error.code === '23505' && error.message.includes('slug')
}
