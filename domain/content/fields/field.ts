import type { Uploadable } from '#domain/admin/form/chosen-file.ts'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'
import type { Choice } from '#domain/content/choice.ts'

/**
 * How a field is stored, entered and shown. Dates are 'YYYY-MM-DD', amounts rupees with up to two decimals, marks have up to seven, links http(s), a post time is
 * the text of a timestamp, a reference is the id of a row of another table. A timestamp is entered in Indian time.
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
  | 'choice'
  | 'choices'
  | 'numbers-by-category'
  | 'rupees-by-category'
  | 'marks-by-category'
  | 'vacancies'
  | 'slug'
  | 'status'
  | 'post-time'
  | 'timestamp'
  | 'reference'

/** Types of fields that hold a number for each category of applicants. */
export type CategoryFieldType = Extract<FieldType, `${string}-by-category`>

export function isByCategory(type: FieldType): type is CategoryFieldType {
  return type.endsWith('-by-category')
}

export interface Field {
  label: string
  type: FieldType
  /** Whether the field must not be empty. */
  required?: boolean
  /** Initial value in the form of a new record. */
  start?: string
  hint?: string
  /** Hint of a record that is stored, and is neither a draft nor scheduled, where it differs. */
  hintOnceStored?: string
  /** Longest text, in code points, as PostgreSQL counts them. */
  most?: number
  /** Number of characters that search engines show, where that is less. */
  shown?: number
  /** Suggested texts; any other text may be typed. */
  suggestions?: readonly string[]
  /** Values of a status. */
  choices?: readonly string[]
  /** Values of a choice, of which one may be stored, or of choices, of which several may be. */
  options?: readonly Choice[]
  /** The one of the options that no other may be stored with. */
  alone?: string
  /** Largest number for a category. */
  largest?: number
  /** Most lines of a list, and most characters of each. */
  mostLines?: { count: number; length: number }
  /** The table that a reference points to. */
  references?: ReferenceTable
  /** A list that is stored as text, in a column that is searched. */
  asText?: boolean
  /** Whether it is part of the plan of a notice, and no column. Source: docs/behaviour/publication.md#states */
  isPlanned?: boolean
  /** Files that may be uploaded instead of typing a link. */
  upload?: Uploadable
}

/** Fields of a form that belong together, by column. */
export interface FormSection {
  legend: string
  hint?: string
  /** Whether the section offers facts that the texts of the form state. Source: docs/behaviour/facts.md#suggestions */
  offersFacts?: boolean
  /** Whether the section says where the notice will appear. Source: docs/behaviour/publication.md#where-a-notice-appears */
  saysWhere?: boolean
  fields: Record<string, Field>
}
