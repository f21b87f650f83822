import type { Change } from '#backend/realtime/change-reader.ts'

/** A table, or a row of one. */
export function partName(table: string, id?: number): string {
  return id === undefined ? table : `${table} ${id}`
}

/**
 * What pages may show of committed changes: the tables, the rows, and the recruitments that a notice is or was part of,
 * since the pages of its other notices name it.
 *
 * @returns null when rows have changed of which nobody says which
 */
export function changedParts(changes: readonly Change[]): Set<string> | null {
  const parts = new Set<string>()
  for (const { table, record, previous } of changes) {
    if (record === null) return null
    const row = JSON.parse(record) as Row
    const before = previous === null ? {} : (JSON.parse(previous) as Row)
    parts.add(partName(table))
    if (row.id) parts.add(partName(table, row.id))
    for (const recruitment of [row.recruitment_id, before.recruitment_id]) {
      if (recruitment) parts.add(partName('recruitments', recruitment))
    }
  }
  return parts
}

interface Row {
  id?: number
  recruitment_id?: number | null
}
