import type { AdminRow } from '#app/data/admin-list.ts'
import type { BulkAct, BulkChange } from '#domain/admin/bulk-acts.ts'
import { BIN, CHECK, DONE, TABLE } from '#domain/admin/messages.ts'
import { postTimeOnDay } from '#domain/admin/post-date.ts'
import { parsePostTime } from '#domain/admin/post-time.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { formatDay, indianDay, type Day } from '#domain/dates.ts'
import type { TablesUpdate } from '#supabase/database-types.ts'

/** The change of one of the selected rows. */
export type EachChange = BulkChange & { shows?: Partial<AdminRow> }

/** A change of rows that is made in the table. It is sent to the action of the route as JSON. */
export interface RowChange {
  /** While a change is in flight, another one with the same name is not started for the same row. */
  name: BulkAct | 'restore'
  /** The columns to store; null deletes the row. */
  fields: TablesUpdate<AdminTable> | null
  /** Of a change of selected rows: what each of them had, and gets. */
  each?: readonly EachChange[]
  /** For a deletion: the row of the same table that what refers to this one is moved to. */
  reassignTo?: number
  /** The optimistic values of the row, where they differ from `fields`. */
  shows?: Partial<AdminRow>
}

export function quickLinkChange(isOn: boolean): RowChange {
  return { name: 'quick link', fields: { is_quick_link: isOn } }
}

/** The day changes, the time of day stays. Source: docs/behaviour/admin.md#changing-the-post-date */
export function postDateChange(posted_at: string, day: Day): RowChange {
  const post_time = postTimeOnDay(posted_at, day)
  const timestamp = new Date(parsePostTime(post_time) ?? 0).toISOString()
  return postTimeChange({ post_time, posted_at: timestamp })
}

/** Restores an earlier post time of a row. */
export function postTimeChange({ post_time, posted_at }: Pick<AdminRow, 'post_time' | 'posted_at'>): RowChange {
  return { name: 'post date', fields: { post_time }, shows: { post_time, posted_at } }
}

/** A bulk act, which changes the same columns of all selected rows. */
export function selectedChange(act: BulkAct, each: readonly EachChange[]): RowChange {
  return { name: act, fields: {}, each }
}

/** The change that reverts a bulk act, row by row. */
export function reverted({ name, each = [] }: RowChange): RowChange {
  return selectedChange(
    name as BulkAct,
    each.map(({ before, after, shows: _shown, ...row }) => ({ ...row, before: after, after: before })),
  )
}

export const deletion: RowChange = { name: 'delete', fields: null }

/** Takes deleted rows out of the bin. */
export const restoration: RowChange = { name: 'restore', fields: {} }

/** Makes the message for users from an error message. */
export const FAILED: Record<RowChange['name'], (message: string) => string> = {
  'quick link': TABLE.quickLinkFailed,
  'post date': TABLE.postDateFailed,
  status: TABLE.statusFailed,
  organization: TABLE.organizationFailed,
  category: TABLE.categoryFailed,
  check: CHECK.failed,
  delete: TABLE.deleteFailed,
  restore: BIN.restoreFailed,
}

/** @param what was changed: the title of a row, or a number of rows */
export function doneMessage({ name, fields, shows, each }: RowChange, what: string): string {
  if (name === 'delete') return DONE.deleted(what)
  if (name === 'restore') return BIN.restored(what)
  if (name === 'check') return CHECK.done(what)
  if (name === 'organization' || name === 'category') return DONE.moved(name, what)
  const stored: Readonly<Record<string, unknown>> = each?.[0]?.after ?? fields ?? {}
  if (name === 'quick link') return DONE.quickLink(stored['is_quick_link'] === true, what)
  if (name === 'post date') {
    const postedAt = each?.[0]?.shows?.posted_at ?? shows?.['posted_at']
    return postedAt === undefined ? DONE.postDates(what) : DONE.postDate(formatDay(indianDay(String(postedAt))), what)
  }
  const { is_active: isActive, status } = stored
  if (typeof isActive === 'boolean') return DONE.status(isActive ? 'active' : 'inactive', what)
  return DONE.status(typeof status === 'string' ? status : '', what)
}

/** @returns the rows with the changes that are in flight, in the order of sending */
export function shownRows(
  rows: readonly AdminRow[],
  inFlight: readonly { ids: readonly number[]; change: RowChange }[],
): AdminRow[] {
  return rows.flatMap((row) => {
    const own = inFlight.filter(({ ids }) => ids.includes(row.id)).map(({ change }) => change)
    if (own.some(({ fields }) => fields === null)) return []
    return own.length > 0
      ? [Object.assign({}, row, ...own.map((change) => shownOf(change, row.id))) as AdminRow]
      : [row]
  })
}

function shownOf({ fields, shows, each }: RowChange, id: number): object | null {
  const own = each?.find((change) => change.id === id)
  return own ? { ...own.after, ...own.shows } : (shows ?? fields)
}
