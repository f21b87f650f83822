import type { AdminRow } from '#app/data/admin-list.ts'
import { TABLE } from '#domain/admin/messages.ts'
import { postTimeOnDay } from '#domain/admin/post-date.ts'
import { parsePostTime } from '#domain/admin/post-time.ts'
import type { AdminTab, AdminTable } from '#domain/admin/tabs.ts'
import type { Day } from '#domain/dates.ts'
import type { TablesUpdate } from '#supabase/database-types.ts'

/** A change of a row that is made in the table. */
export interface RowChange {
  /** While a change is in flight, another one with the same name is not started for the same row. */
  name: 'quick link' | 'post date' | 'status' | 'delete'
  /** The columns to store; null deletes the row. */
  fields: TablesUpdate<AdminTable> | null
  /** The optimistic values of the row, where they differ from `fields`. */
  shows?: Partial<AdminRow>
  /** Makes the message for users from the error message. */
  failed: (message: string) => string
}

export function quickLinkChange(isOn: boolean): RowChange {
  return { name: 'quick link', fields: { is_quick_link: isOn }, failed: TABLE.quickLinkFailed }
}

/** The day changes, the time of day stays. Source: docs/behaviour/admin.md#changing-the-post-date */
export function postDateChange(posted_at: string, day: Day): RowChange {
  const post_time = postTimeOnDay(posted_at, day)
  const timestamp = new Date(parsePostTime(post_time) ?? 0).toISOString()
  return postTimeChange({ post_time, posted_at: timestamp })
}

/** Restores an earlier post time of a row. */
export function postTimeChange({ post_time, posted_at }: Pick<AdminRow, 'post_time' | 'posted_at'>): RowChange {
  return {
    name: 'post date',
    fields: { post_time },
    shows: { post_time, posted_at },
    failed: TABLE.postDateFailed,
  }
}

/** @param status a status, or '' for none; for tables without status: 'active' or 'inactive' */
export function statusChange({ heading }: AdminTab, status: string): RowChange {
  const fields = heading === 'name' ? { is_active: status === 'active' } : { status: status || null }
  return { name: 'status', fields, failed: TABLE.statusFailed }
}

export const deletion: RowChange = { name: 'delete', fields: null, failed: TABLE.deleteFailed }
