import type { Choice } from '#domain/content/choice.ts'
import type { FieldType } from '#domain/content/fields/field.ts'

/** How a cell is shown: the types of form fields, and types that only tables have. */
type CellType =
  | FieldType
  | 'heading'
  | 'status'
  | 'active'
  | 'post-date'
  | 'quick-link'
  | 'timestamp'
  | 'name'
  | 'short-name'

/** A column of a table in the admin. */
export interface AdminColumn {
  /** The database column, or the relation whose name is shown. */
  field: string
  label: string
  type: CellType
  /** Options of a choice, whose labels are shown. */
  options?: readonly Choice[]
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

const headingColumn = (field: string, label: string): AdminColumn => ({
  field,
  label,
  type: 'heading',
  isSortable: true,
})

/** Columns that several tables have. */
export const shared = {
  title: headingColumn('title', 'Title'),
  name: headingColumn('name', 'Name'),
  status: { field: 'status', label: 'Status', type: 'status', isSortable: true, mayBeEmpty: true },
  active: { field: 'is_active', label: 'Active', type: 'active' },
  organization: { field: 'organizations', label: 'Organization', type: 'short-name' },
  postDate: { field: 'posted_at', label: 'Post date', type: 'post-date', isSortable: true },
  created: { field: 'created_at', label: 'Created', type: 'timestamp', isSortable: true },
  changed: { field: 'updated_at', label: 'Changed', type: 'timestamp', isSortable: true },
} satisfies Record<string, AdminColumn>
