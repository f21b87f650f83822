import { HIDDEN_STATUS } from '#domain/content/publication.ts'
import { isSameValue, shownValues, type Fields, type FormValues, type StoredRow } from './form/field-value.ts'

/** What the history says about one change of a row. */
export interface RowChange {
  id: number
  operation: 'insert' | 'update' | 'delete'
  /** Of an update the changed columns, of a deletion the whole row. */
  before: StoredRow | null
  /** Of an update the changed columns, of an insertion the whole row. */
  after: StoredRow | null
}

/**
 * @param current the row as it is stored now
 * @param changes of the row, the newest first
 * @returns the row as it was after each of the changes, by the id of the change; not after a deletion
 * Source: docs/behaviour/history.md#versions
 */
export function versionsAfter(current: StoredRow, changes: readonly RowChange[]): Map<number, StoredRow> {
  const versions = new Map<number, StoredRow>()
  let version = current
  for (const { id, operation, before } of changes) {
    if (operation !== 'delete') versions.set(id, version)
    version = { ...version, ...(before && inForm(before, version)) }
  }
  return versions
}

/** The status of a notice in terms of the form, where a hidden one has a badge, too; not of a plan, which says both. */
function inForm(before: StoredRow, version: StoredRow): StoredRow {
  if (!('state' in version) || 'state' in before || !('status' in before)) return before
  const { status, ...others } = before
  return status === HIDDEN_STATUS ? { ...others, state: 'hidden' } : { ...before, state: 'published' }
}

/** @returns the form fields whose values differ between two versions of a row, in the order of the form */
export function differences(fields: Fields, one: StoredRow, other: StoredRow): { columns: string[]; of: FormValues } {
  const [values, others] = [shownValues(fields, one), shownValues(fields, other)]
  return { columns: Object.keys(fields).filter((column) => !isSameValue(values[column], others[column])), of: values }
}
