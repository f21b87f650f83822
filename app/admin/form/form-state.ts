import type { StoredRecord } from '#app/data/record-table.ts'
import type { FormValues } from '#domain/admin/form/field-value.ts'
import type { FormErrors } from '#domain/admin/form/form-row.ts'
import type { Warning } from '#domain/plausibility/warning.ts'
import type { Attempt } from './save-record.ts'

type SaveProblem =
  /** `message` is from the server; `mayBeStored` when it is unknown whether the record was stored. */
  | { kind: 'failed'; message: string; mayBeStored: boolean }
  | { kind: 'stale'; current: StoredRecord }
  | { kind: 'gone' }
  /** Nothing was sent, because the user has not accepted these warnings. */
  | { kind: 'implausible'; warnings: readonly Warning[] }

export interface FormState {
  /** The record as it was loaded or saved last; null while it is new. */
  loaded: StoredRecord | null
  /** The values of the form before any input. */
  before: FormValues
  values: FormValues
  errors: FormErrors
  /** Implausible values, beside their fields. */
  warnings: readonly Warning[]
  problem: SaveProblem | null
  isSaving: boolean
  /** Whether a save has failed or found errors; only then is the error summary shown. */
  isRejected: boolean
  attempt: Attempt | null
}
