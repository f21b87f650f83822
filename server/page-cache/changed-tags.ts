import { isDay } from '#domain/dates.ts'
import { monthTag } from '#domain/calendar-address.ts'
import type { Change } from '#backend/outbox/change-reader.ts'

/** The cache tag of a table, or of one row of it. */
export function tagName(table: string, id?: number): string {
  return id === undefined ? table : `${table} ${id}`
}

/**
 * The cache tags of committed changes: the tables, the rows, the recruitments that a changed notice belongs or belonged
 * to, whose other notices show it on their pages, and the months of the calendar in which the row has or had a date.
 *
 * @returns null when it is unknown which rows have changed
 */
export function changedTags(changes: readonly Change[]): Set<string> | null {
  const tags = new Set<string>()
  for (const { table, record, previous } of changes) {
    if (record === null) return null
    const row = JSON.parse(record) as Row
    const before = previous === null ? {} : (JSON.parse(previous) as Row)
    tags.add(tagName(table))
    if (row.id) tags.add(tagName(table, row.id))
    for (const recruitment of [row.recruitment_id, before.recruitment_id]) {
      if (recruitment) tags.add(tagName('recruitments', recruitment))
    }
    for (const value of [...Object.values(row), ...Object.values(before)]) {
      if (isDay(value)) tags.add(tagName(...monthTag(value)))
    }
  }
  return tags
}

interface Row {
  id?: number
  recruitment_id?: number | null
}
