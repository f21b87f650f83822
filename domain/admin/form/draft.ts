import { z } from 'zod'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { DRAFTS_MAX } from '#domain/limits.ts'
import type { Fields, FormValues } from './field-value.ts'
import { changedColumns } from './form-row.ts'
import { othersChanges } from './stale-form.ts'

const fieldValue = z.union([
  z.string(),
  z.array(z.string()),
  z.array(z.object({ name: z.string(), posts: z.string(), eligibility: z.string() })),
  z.record(z.string(), z.string()),
])
const values = z.record(z.string(), fieldValue)
const storedValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string()),
  z.record(z.string(), z.number()),
])

const draft = z.object({
  id: z.string(),
  /** The account that typed it, to which alone it is offered; empty in drafts of earlier versions, offered to everybody. */
  account: z.string().default(''),
  table: z.string(),
  /** Null for a record that is not stored yet. */
  recordId: z.number().nullable(),
  /** Milliseconds since the epoch. */
  storedAt: z.number(),
  /** Fields that were changed, as typed. */
  changes: values,
  /** The same fields as they were loaded. */
  before: values,
  /** What was sent and had no answer, so that it may be stored already. Earlier versions stored the row alone. */
  attempt: z
    .object({ act: z.string(), row: z.object({ slug: z.string() }).catchall(storedValue) })
    .nullable()
    .catch(null),
})

/** Unsaved work of one form, as the browser stores it. */
export type Draft = z.infer<typeof draft>

/** @returns the valid drafts among what the browser has stored */
export function readDrafts(stored: unknown): Draft[] {
  if (!Array.isArray(stored)) return []
  return stored.map((candidate) => draft.safeParse(candidate)).flatMap(({ data }) => data ?? [])
}

/** @returns the drafts with one added or replaced, those of its account first, and then those of others, the newest first */
export function withDraft(drafts: readonly Draft[], added: Draft): Draft[] {
  const before = withoutDraft(drafts, added.id)
  const own = before.filter(({ account }) => account === added.account)
  const others = before.filter(({ account }) => account !== added.account)
  return [added, ...own.slice(0, DRAFTS_MAX - 1), ...others.slice(0, 2 * DRAFTS_MAX)]
}

/**
 * Makes room for a draft: the oldest of its account is given up first, and those of others only when none of its account is
 * left.
 *
 * @returns the drafts without one; null when there is only the draft itself
 */
export function withoutOldest(drafts: readonly Draft[], added: Draft): Draft[] | null {
  const others = withoutDraft(drafts, added.id)
  const own = others.filter(({ account }) => account === added.account)
  const [oldest] = (own.length > 0 ? own : others).toSorted((one, other) => one.storedAt - other.storedAt)
  return oldest ? withoutDraft(drafts, oldest.id) : null
}

export function withoutDraft(drafts: readonly Draft[], id: string): Draft[] {
  return drafts.filter((candidate) => candidate.id !== id)
}

export interface DraftSource {
  table: AdminTable
  /** Null for the drafts of new records. */
  recordId: number | null
  account: string
}

/** @returns what an account has typed into the forms of a record, or of new records of a table */
export function draftsOf(drafts: readonly Draft[], { table, recordId, account }: DraftSource): Draft[] {
  return drafts.filter(
    (candidate) =>
      candidate.table === table && candidate.recordId === recordId && ['', account].includes(candidate.account),
  )
}

/**
 * @param stored the values of the record without what was typed
 * @returns the values of a form with a draft, and those before it, which differ from the stored ones where others have changed them since
 */
export function draftOver(fields: Fields, { changes, before }: Draft, stored: FormValues) {
  const known = (values: FormValues) =>
    Object.fromEntries(Object.entries(values).filter(([column]) => column in changes && column in fields))
  const versions = { values: { ...stored, ...known(changes) }, before: { ...stored, ...known(before) } }
  return { ...versions, isStale: othersChanges(fields, { ...versions, current: stored }).conflicts.length > 0 }
}

/** @returns whether the values of a draft are stored, because its save had no answer, or because others have made the same changes */
export function isDraftStored(fields: Fields, draft: Draft, stored: FormValues): boolean {
  return changedColumns(fields, stored, draftOver(fields, draft, stored).values).length === 0
}
