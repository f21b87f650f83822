import type { Fields, StoredRow } from '#domain/admin/form/field-value.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { knownDay, type Day } from '#domain/dates.ts'
import type { LinkCheck } from '#domain/link-check.ts'
import { columnValue } from '#domain/row-columns.ts'

/** Something that seems wrong in a notice, although it can be stored. */
export interface Warning {
  /** The column that is probably wrong. */
  field: string
  /** A sentence with the values that it is about, so that other values give another warning. */
  message: string
}

/** What the database knows about the surroundings of a notice. */
export interface Surroundings {
  /** Website of its organization; null without one. */
  website: string | null
  /** Titles of other notices of the same kind and organization that are similar to its own. */
  similarTitles: readonly string[]
  /** The last checks of its links, as far as they were checked. */
  checks: readonly LinkCheck[]
}

/** A notice to judge. */
export interface JudgedNotice {
  kind: ContentKind
  /** The form of its kind, by column. */
  fields: Fields
  /** Values by column, as they are stored. A column may be missing, or null. */
  row: { readonly [Column in keyof StoredRow]: StoredRow[Column] | null }
  /** The day in India. */
  today: Day
  /** Null while they are not known: what depends on them is not judged. */
  surroundings: Surroundings | null
}

/** Finds one sort of implausible values. A notice whose kind lacks the columns has none of them. */
export type Rule = (notice: JudgedNotice) => Warning[]

/** @returns the day in a column of the form; null without one */
export function dayIn({ fields, row }: JudgedNotice, column: string): Day | null {
  return fields[column]?.type === 'date' ? knownDay(columnValue(row, column)) : null
}

/** @returns the first of the columns that has a day, with it */
export function firstDay(
  notice: JudgedNotice,
  columns: readonly string[],
): { column: string; label: string; day: Day } | null {
  for (const column of columns) {
    const day = dayIn(notice, column)
    if (day) return { column, label: labelOf(notice, column), day }
  }
  return null
}

/** @returns the label of a column in the form */
export function labelOf({ fields }: JudgedNotice, column: string): string {
  return fields[column]?.label ?? column
}
