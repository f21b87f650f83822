import { errorMessage } from '#app/admin/feedback/error-message.ts'
import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { openPlannedTable } from '#app/data/planned-table.ts'
import type { StoredRecord } from '#app/data/record-table.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import { tabOfSlug, type AdminTab } from '#domain/admin/tabs.ts'

/** URL parameter with the id of the record that a new record duplicates. */
export const DUPLICATE_OF = 'from'

/** Path segment in place of the id of a new record. */
export const NEW = 'new'

export interface RecordData {
  tab: AdminTab
  /** The record to edit or to duplicate; null for an empty form. */
  record: StoredRecord | null
  isNew: boolean
  /** Why the record could not be read. */
  problem: string | null
  /** Whether it is not there, so that it may be in the bin. */
  isMissing: boolean
}

/** @returns whether a path segment is the id of a record */
export function isRecordId(segment: string): boolean {
  return /^[1-9]\d{0,14}$/.test(segment)
}

/** Reads the record that the form at an address edits or duplicates. @returns null when no form has this address */
export async function loadRecord(slug: string, id: string, search: URLSearchParams): Promise<RecordData | null> {
  const tab = tabOfSlug(slug)
  const isNew = id === NEW
  if (!tab || !(isNew || isRecordId(id))) return null
  const from = Number(isNew ? search.get(DUPLICATE_OF) : id)
  const data: RecordData = { tab, record: null, isNew, problem: null, isMissing: false }
  if (!from) return data
  try {
    const record = await changeAsAdmin((client) => openPlannedTable(client, tab.table).read(from))
    return record ? { ...data, record } : { ...data, problem: FORM.loadFailed(FORM.notThere), isMissing: true }
  } catch (error) {
    console.warn('The record could not be loaded', error)
    return { ...data, problem: FORM.loadFailed(errorMessage(error)) }
  }
}
