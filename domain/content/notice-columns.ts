import type { Database } from '#supabase/database-types.ts'

type AllTables = Database['public']['Tables']

/** The rows of all tables of notices, which are those with a time of publication. */
type NoticeRow = {
  [Table in keyof AllTables]: AllTables[Table]['Row'] extends { posted_at: string } ? AllTables[Table]['Row'] : never
}[keyof AllTables]

type ColumnOf<Row> = Row extends unknown ? keyof Row : never
type ValueOf<Row, Column extends PropertyKey> = Row extends Record<Column, infer Value> ? Value : never

/** A column that a notice of some kind has. */
export type NoticeColumn = ColumnOf<NoticeRow>

/** The columns of a notice of any kind. */
export type NoticeColumns = { [Column in NoticeColumn]?: ValueOf<NoticeRow, Column> }
