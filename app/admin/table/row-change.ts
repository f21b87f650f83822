import type { AdminRow } from '#app/data/admin-list.ts'
import type { BulkAct, BulkChange } from '#domain/admin/bulk-acts.ts'
import { ACTIVITY } from '#domain/admin/history-messages.ts'
import { BIN, CHECK, DONE, TABLE, UNDONE } from '#domain/admin/messages.ts'
import { postTimeOnDay } from '#domain/admin/post-date.ts'
import { parsePostTime } from '#domain/admin/post-time.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { formatDay, indianDay, type Day } from '#domain/dates.ts'
import type { TablesUpdate } from '#supabase/database-types.ts'

/** The change of one of the selected rows. */
export type EachChange = BulkChange & { optimistic?: Partial<AdminRow> }

/** A change of rows that is made in the table. It is sent to the action of the route as JSON. */
export interface RowChange {
  /** A change of a row is sent when those with the same name that were made before are answered. */
  name: BulkAct | 'restore'
  /** The columns to store; null deletes the row. */
  fields: TablesUpdate<AdminTable> | null
  /** The former and the new values of each row: one that has others by now is left, and reported. */
  each?: readonly EachChange[]
  /** Whether it reverts a change of selected rows. */
  isReversal?: boolean
  /** For a deletion: the id of a row of the same table, to which rows that refer to the deleted one will refer. */
  reassignTo?: number
  /** The optimistic values of the row, where they differ from `fields`. */
  optimistic?: Partial<AdminRow>
}

export function quickLinkChange(isOn: boolean): RowChange {
  return { name: 'quick link', fields: { is_quick_link: isOn } }
}

/**
 * The day changes, the time of day stays. It is compared with what is stored also when the day is the same, because
 * somebody may have changed it. Source: docs/behaviour/admin.md#changing-the-post-date
 *
 * @param row as the user has seen it
 */
export function postDateChange({ id, title, post_time, posted_at }: DatedRow, day: Day): RowChange {
  const before = { post_time: post_time ?? null }
  const moved = postTimeOnDay(posted_at, day)
  const isSameDay = indianDay(posted_at) === day
  const after = isSameDay ? before : { post_time: moved }
  const timestamp = isSameDay ? posted_at : new Date(parsePostTime(moved) ?? 0).toISOString()
  const each = [{ id, title, before, after, optimistic: { posted_at: timestamp } }]
  return selectedChange('post date', each)
}

type DatedRow = Pick<AdminRow, 'id' | 'post_time'> & { title: string; posted_at: string }

/** Restores an earlier post time of a row. */
export function postTimeChange({ post_time, posted_at }: Pick<AdminRow, 'post_time' | 'posted_at'>): RowChange {
  return { name: 'post date', fields: { post_time }, optimistic: { post_time, posted_at } }
}

/** Changes the same columns of rows, each only while it has its former values. */
export function selectedChange(act: BulkAct, each: readonly EachChange[]): RowChange {
  return { name: act, fields: {}, each }
}

/** The change that reverts a bulk act, row by row. */
export function reverted({ name, each = [] }: RowChange): RowChange {
  const former = each.map(({ before, after, optimistic: _optimistic, ...row }) => ({
    ...row,
    before: after,
    after: before,
  }))
  return { ...selectedChange(name as BulkAct, former), isReversal: true }
}

export const deletion: RowChange = { name: 'delete', fields: null }

/** @param version the time of the last change of the row that the user wants to delete: one with another is left */
export function deletionOf({ id, title, version }: { id: number; title: string; version: string }): RowChange {
  return { ...deletion, each: [{ id, title, before: { updated_at: version }, after: {} }] }
}

/** Takes deleted rows out of the bin. */
export const restoration: RowChange = { name: 'restore', fields: {} }

/** Messages about failed changes, made from error messages. */
const FAILED: Record<RowChange['name'], (message: string) => string> = {
  'quick link': TABLE.quickLinkFailed,
  'post date': TABLE.postDateFailed,
  status: TABLE.statusFailed,
  organization: TABLE.organizationFailed,
  category: TABLE.categoryFailed,
  check: CHECK.failed,
  delete: TABLE.deleteFailed,
  restore: BIN.restoreFailed,
}

/** @param message that of the error */
export function failedMessage({ name, isReversal }: RowChange, message: string): string {
  return isReversal ? ACTIVITY.undoFailed(message) : FAILED[name](message)
}

/** @param subject the title of the changed row, or the number of rows in words */
export function doneMessage({ name, fields, optimistic, each, isReversal }: RowChange, subject: string): string {
  if (name === 'delete') return DONE.deleted(subject)
  if (name === 'restore') return BIN.restored(subject)
  if (isReversal) return UNDONE[name](subject)
  if (name === 'check') return CHECK.done(subject)
  if (name === 'organization' || name === 'category') return DONE.moved(name, subject)
  const stored: Partial<AdminRow> = each?.[0]?.after ?? fields ?? {}
  if (name === 'quick link') return DONE.quickLink(stored.is_quick_link === true, subject)
  if (name === 'post date') {
    const postedAt = each?.[0]?.optimistic?.posted_at ?? optimistic?.posted_at
    return postedAt === undefined ? UNDONE[name](subject) : DONE.postDate(formatDay(indianDay(postedAt)), subject)
  }
  const { is_active: isActive, status } = stored
  if (typeof isActive === 'boolean') return DONE.status(isActive ? 'active' : 'inactive', subject)
  return DONE.status(status ?? '', subject)
}

/** @returns the rows with the changes that are in flight, in the order of sending */
export function shownRows(
  rows: readonly AdminRow[],
  inFlight: readonly { ids: readonly number[]; change: RowChange }[],
): AdminRow[] {
  return rows.flatMap((row) => {
    const own = inFlight.filter(({ ids }) => ids.includes(row.id)).map(({ change }) => change)
    if (own.some(({ fields }) => fields === null)) return []
    return [own.reduce((shown, change) => ({ ...shown, ...shownOf(change, row.id) }), row)]
  })
}

function shownOf({ fields, optimistic, each }: RowChange, id: number): Partial<AdminRow> | null {
  const own = each?.find((change) => change.id === id)
  return own ? { ...own.after, ...own.optimistic } : (optimistic ?? fields)
}
