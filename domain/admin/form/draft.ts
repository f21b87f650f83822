import { z } from 'zod'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { DRAFTS_MAX } from '#domain/limits.ts'

const fieldValue = z.union([
  z.string(),
  z.array(z.string()),
  z.array(z.object({ name: z.string(), posts: z.string(), eligibility: z.string() })),
])
const values = z.record(z.string(), fieldValue)

const draft = z.object({
  id: z.string(),
  table: z.string(),
  /** Null for a record that is not stored yet. */
  recordId: z.number().nullable(),
  /** Milliseconds since the epoch. */
  storedAt: z.number(),
  /** Fields that were changed, as typed. */
  changes: values,
  /** The same fields as they were loaded. */
  before: values,
  /** A row of this form that may be stored already. */
  attempt: z.looseObject({ slug: z.string() }).nullable(),
})

/** Unsaved work of one form, as the browser keeps it. */
export type Draft = z.infer<typeof draft>

/** @returns the drafts that can be read, of whatever the browser has kept */
export function readDrafts(kept: unknown): Draft[] {
  if (!Array.isArray(kept)) return []
  return kept.map((one) => draft.safeParse(one)).flatMap(({ data }) => data ?? [])
}

/** @returns the drafts with one more in place of its earlier state, newest first; the oldest make room */
export function withDraft(drafts: readonly Draft[], kept: Draft): Draft[] {
  return [kept, ...withoutDraft(drafts, kept.id)].slice(0, DRAFTS_MAX)
}

export function withoutDraft(drafts: readonly Draft[], id: string): Draft[] {
  return drafts.filter((draft_) => draft_.id !== id)
}

/** @returns the drafts of a record, or of new records of a table */
export function draftsOf(drafts: readonly Draft[], table: AdminTable, recordId: number | null): Draft[] {
  return drafts.filter((kept) => kept.table === table && kept.recordId === recordId)
}
