import type { Uploadable } from '#domain/admin/form/chosen-file.ts'
import type { ReferenceTable } from '#domain/admin/tabs.ts'

/**
 * How a field is stored, entered and shown. Dates are 'YYYY-MM-DD', rupees whole rupees, links http(s), a post time is
 * text that means a moment, a reference is the id of a row of another table.
 */
export type FieldType =
  | 'line'
  | 'paragraph'
  | 'markdown'
  | 'date'
  | 'number'
  | 'rupees'
  | 'yes-no'
  | 'link'
  | 'list'
  | 'vacancies'
  | 'slug'
  | 'status'
  | 'post-time'
  | 'reference'

export interface Field {
  label: string
  type: FieldType
  /** Must not be left empty. */
  required?: boolean
  /** What the form of a new record starts with. */
  start?: string
  hint?: string
  /** Most characters of a text, counted like PostgreSQL: by code points. */
  most?: number
  /** Characters that search engines show, where that is less. */
  shown?: number
  /** Texts offered while one types; any other may be typed. */
  suggestions?: readonly string[]
  /** Values of a status. */
  choices?: readonly string[]
  /** The table that a reference leads to. */
  references?: ReferenceTable
  /** A list that is stored as text, in a column that search looks into. */
  asText?: boolean
  /** What may be uploaded in place of a typed link. */
  upload?: Uploadable
}

/** Fields of a form that belong together, by column. */
export interface FormSection {
  legend: string
  hint?: string
  fields: Record<string, Field>
}
