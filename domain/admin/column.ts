import type { FieldType } from '#domain/content/fields/field.ts'

/** How a cell is shown: the types of form fields, and types that only tables have. */
type CellType = FieldType | 'heading' | 'status' | 'active' | 'post-date' | 'quick-link' | 'moment' | 'name' | 'body'

/** A column of a table in the admin. */
export interface AdminColumn {
  /** The database column, or the relation whose name is shown. */
  field: string
  label: string
  type: CellType
  isSortable?: boolean
  /** Whether the value may be null; such rows are sorted last. */
  mayBeEmpty?: boolean
}

export const dayColumn = (field: string, label: string): AdminColumn => ({
  field,
  label,
  type: 'date',
  isSortable: true,
  mayBeEmpty: true,
})

export const plainColumn = (field: string, label: string, type: CellType = 'line'): AdminColumn => ({
  field,
  label,
  type,
})
