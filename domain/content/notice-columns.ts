import type { ColumnsOf } from '#domain/row-columns.ts'
import type { Database } from '#supabase/database-types.ts'

type AllTables = Database['public']['Tables']

/** The rows of all tables of notices, which are those with a time of publication. */
type NoticeRow = {
  [Table in keyof AllTables]: AllTables[Table]['Row'] extends { posted_at: string } ? AllTables[Table]['Row'] : never
}[keyof AllTables]

/** The columns of a notice of any kind. */
export type NoticeColumns = ColumnsOf<NoticeRow>

/** A column that a notice of some kind has. */
export type NoticeColumn = keyof NoticeColumns

/** @returns the first non-empty text among fields. Source: docs/behaviour/notices.md#which-field-wins */
export function firstText(notice: NoticeColumns, fields: readonly NoticeColumn[]): string | null {
  for (const field of fields) {
    const value = notice[field]
    if (typeof value === 'string' && value.trim()) return value.trim()
    if (typeof value === 'number') return String(value)
  }
  return null
}
