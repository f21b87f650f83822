import type { AdminRow } from '#app/data/admin-list.ts'
import { TABLE } from '#domain/admin/messages.ts'
import { postTimeOnDay } from '#domain/admin/post-date.ts'
import { postTimeMoment } from '#domain/admin/post-time.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import type { Day } from '#domain/dates.ts'

/** Something done to a row from its table. */
export interface RowChange {
  /** While one is under way for a row, another one of this name is not begun. */
  name: 'quick link' | 'post date' | 'status' | 'delete'
  /** What is stored; null deletes the row. */
  fields: Record<string, unknown> | null
  /** What the row shows at once, where that is more than what is stored. */
  shows?: Record<string, unknown>
  /** The message of a failure. */
  failed: (message: string) => string
}

export function quickLinkChange(isOn: boolean): RowChange {
  return { name: 'quick link', fields: { is_quick_link: isOn }, failed: TABLE.quickLinkFailed }
}

/** The day changes, the time of day stays. Source: decisions, "Dates, order, money" */
export function postDateChange(posted_at: string, day: Day): RowChange {
  const post_time = postTimeOnDay(posted_at, day)
  const moment = new Date(postTimeMoment(post_time) ?? 0).toISOString()
  return postTimeChange({ post_time, posted_at: moment })
}

/** A post time as a row had it before, so that it can be given back. */
export function postTimeChange({ post_time, posted_at }: Pick<AdminRow, 'post_time' | 'posted_at'>): RowChange {
  return {
    name: 'post date',
    fields: { post_time },
    shows: { post_time, posted_at },
    failed: TABLE.postDateFailed,
  }
}

/** @param status a status, the empty one for none; of what has no status, whether it is active */
export function statusChange({ heading }: AdminTab, status: string): RowChange {
  const fields = heading === 'name' ? { is_active: status === 'active' } : { status: status || null }
  return { name: 'status', fields, failed: TABLE.statusFailed }
}

export const deletion: RowChange = { name: 'delete', fields: null, failed: TABLE.deleteFailed }
