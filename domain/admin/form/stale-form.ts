import type { Fields, FormValues, StoredRow } from './field-value.ts'
import { changedColumns } from './form-row.ts'

/** What somebody else has changed in a record since it was loaded. */
export interface OthersChanges {
  /** Columns that both have changed, differently. */
  conflicts: string[]
  /** Columns that only somebody else has changed. */
  theirs: string[]
}

interface Versions {
  /** As it was loaded. */
  before: FormValues
  /** As it is stored now. */
  current: FormValues
  /** As it is typed. */
  values: FormValues
}

/** Compares three versions of a record field by field. Source: decisions, "Admin" (two editors). */
export function othersChanges(fields: Fields, { before, current, values }: Versions): OthersChanges {
  const changedByThem = changedColumns(fields, before, current)
  const changedHere = new Set(changedColumns(fields, before, values))
  const stillDifferent = new Set(changedColumns(fields, current, values))
  return {
    conflicts: changedByThem.filter((column) => changedHere.has(column) && stillDifferent.has(column)),
    theirs: changedByThem.filter((column) => !changedHere.has(column)),
  }
}

/**
 * @param keepMine columns whose typed value stays
 * @returns the values to go on with: what is stored now, and over it what was typed here
 */
export function mergedValues(fields: Fields, versions: Versions, keepMine: ReadonlySet<string>): FormValues {
  const { current, values } = versions
  const { conflicts, theirs } = othersChanges(fields, versions)
  const taken = [...theirs, ...conflicts.filter((column) => !keepMine.has(column))]
  return { ...values, ...Object.fromEntries(taken.map((column) => [column, current[column] ?? ''])) }
}

/** @returns whether a stored record holds exactly the row that was sent */
export function holdsRow(stored: StoredRow, sent: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(sent).every(([column, value]) => JSON.stringify(stored[column]) === JSON.stringify(value))
}
