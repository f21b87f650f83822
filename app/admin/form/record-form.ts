import { BackendError } from '#app/data/backend-error.ts'
import { mayBeStored, type RecordTable, type StoredRecord } from '#app/data/record-table.ts'
import type { Draft } from '#domain/admin/form/draft.ts'
import {
  isSameValue,
  shownValues,
  startValues,
  type Fields,
  type FieldValue,
  type FormValues,
} from '#domain/admin/form/field-value.ts'
import { changedColumns, type FormErrors } from '#domain/admin/form/form-row.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import { mergedValues } from '#domain/admin/form/stale-form.ts'
import { storedValue } from '#domain/admin/form/stored-value.ts'
import { slugOf } from '#domain/admin/slug.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { createRecord, RecordGone, updateRecord, type Attempt, type SaveOutcome } from './save-record.ts'

type SaveProblem =
  /** The server's words; `mayBeStored` when it is not known whether it has stored anything. */
  | { kind: 'failed'; message: string; mayBeStored: boolean }
  | { kind: 'stale'; current: StoredRecord }
  | { kind: 'gone' }

export interface FormState {
  /** The record as it was loaded or saved last; null while it is new. */
  loaded: StoredRecord | null
  /** What the form showed before anything was typed. */
  before: FormValues
  values: FormValues
  errors: FormErrors
  problem: SaveProblem | null
  isSaving: boolean
  /** Whether a save has found something wrong: only then is all of it summed up. */
  isRejected: boolean
  attempt: Attempt | null
}

/** Runs a call of the contract; it may be run twice. */
export type RunCall = <T>(call: () => Promise<T>) => Promise<T>

/** A record in the hands of an editor. Its state is replaced, never changed, so that each field can follow its own part. */
export class RecordForm {
  readonly id = crypto.randomUUID()
  readonly tab: AdminTab
  readonly fields: Fields
  #state: FormState
  #saving: Promise<StoredRecord | null> | null = null
  readonly #uploads = new Set<Promise<void>>()
  readonly #listeners = new Set<() => void>()

  /** @param opened.values what a new record begins with, where that is more than nothing */
  constructor(tab: AdminTab, opened: { loaded: StoredRecord | null; values?: FormValues }) {
    this.tab = tab
    this.fields = fieldsOf(tab.table)
    const before = opened.loaded ? shownValues(this.fields, opened.loaded) : startValues(this.fields)
    const values = { ...before, ...opened.values }
    this.#state = {
      loaded: opened.loaded,
      before,
      values,
      errors: {},
      problem: null,
      isSaving: false,
      isRejected: false,
      attempt: null,
    }
  }

  get state(): FormState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @returns the columns that a save would change */
  unsaved(): string[] {
    const { before, values } = this.#state
    return changedColumns(this.fields, before, values)
  }

  /** An error stays as long as it is true. */
  change(column: string, value: FieldValue): void {
    const values = { ...this.#state.values, [column]: value }
    const errors = column in this.#state.errors ? this.#judged(column, values) : this.#state.errors
    this.#become({ values, errors })
  }

  /** Judges a field when it is left, but not for being empty: whoever has not finished has done nothing wrong. */
  leave(column: string): void {
    const { values, before } = this.#state
    const value = values[column]
    if (value !== '' && !isSameValue(value, before[column])) this.#become({ errors: this.#judged(column, values) })
  }

  /** A save waits for it. */
  waitFor(upload: Promise<void>): void {
    this.#uploads.add(upload)
    void upload.catch(() => {}).then(() => this.#uploads.delete(upload))
  }

  /** Saves once, however often it is asked to meanwhile. @returns the stored record; null when there is a problem */
  save(table: RecordTable, run: RunCall): Promise<StoredRecord | null> {
    this.#saving ??= this.#save(table, run).finally(() => {
      this.#saving = null
      this.#become({ isSaving: false })
    })
    return this.#saving
  }

  /** Goes on with the record as somebody else has left it. @param keepMine columns whose typed value stays */
  goOnWith(current: StoredRecord, keepMine: ReadonlySet<string>): void {
    const { before, values } = this.#state
    const shown = shownValues(this.fields, current)
    const merged = mergedValues(this.fields, { before, current: shown, values }, keepMine)
    this.#become({ loaded: current, before: shown, values: merged, problem: null, errors: {} })
  }

  /** Goes on with a record that was deleted: what is typed becomes a new one. */
  goOnAsNew(): void {
    const before = startValues(this.fields)
    this.#become({ loaded: null, before, problem: null, values: { ...this.#state.values, slug: '' } })
  }

  /** Puts unsaved work back. What somebody else has changed since is asked about, like after a save. */
  restore({ changes, before, attempt }: Draft): void {
    const { loaded } = this.#state
    const known = Object.keys(changes).filter((column) => column in this.fields)
    const pick = (values: FormValues) => Object.fromEntries(known.map((column) => [column, values[column] ?? '']))
    const values = { ...this.#state.values, ...pick(changes) }
    const isOvertaken = loaded && known.some((column) => !isSameValue(before[column], this.#state.before[column]))
    const problem: SaveProblem | null = isOvertaken ? { kind: 'stale', current: loaded } : null
    this.#become({
      values,
      problem,
      attempt: attempt,
      before: { ...this.#state.before, ...(isOvertaken && pick(before)) },
    })
  }

  /** @returns the unsaved work, or null without any */
  draft(now: number): Draft | null {
    const { before, values, loaded, attempt } = this.#state
    const columns = this.unsaved()
    if (columns.length === 0 && !attempt) return null
    const pick = (from: FormValues) =>
      Object.fromEntries(columns.map((column) => [column, structuredClone(from[column] ?? '')])) as Draft['changes']
    return {
      id: this.id,
      table: this.tab.table,
      recordId: loaded?.id ?? null,
      storedAt: now,
      changes: pick(values),
      before: pick(before),
      attempt,
    }
  }

  async #save(table: RecordTable, run: RunCall): Promise<StoredRecord | null> {
    this.#become({ isSaving: true, problem: null })
    const uploads = await Promise.allSettled(this.#uploads)
    if (uploads.some(({ status }) => status === 'rejected')) {
      this.#become({ problem: { kind: 'failed', message: FORM.uploadFailed, mayBeStored: false } })
      return null
    }
    const sent = this.#state.values
    try {
      const outcome = await run(() => this.#store(table, sent))
      if (outcome.state === 'refused') this.#become({ errors: outcome.errors, isRejected: true })
      if (outcome.state === 'stale') this.#become({ problem: { kind: 'stale', current: outcome.current } })
      if (outcome.state !== 'saved') return null
      this.#keep(outcome.record, sent)
      return outcome.record
    } catch (error) {
      this.#fail(error)
      return null
    }
  }

  #store(table: RecordTable, values: FormValues): Promise<SaveOutcome> {
    const { loaded, attempt } = this.#state
    const context = { table, fields: this.fields, nameless: slugOf(this.tab.singular), now: Date.now }
    const remember = (next: Attempt | null) => this.#become({ attempt: next })
    return loaded ? updateRecord(context, { loaded, values }) : createRecord(context, values, { attempt, remember })
  }

  /** What was typed while the save was under way is still there, and unsaved. */
  #keep(record: StoredRecord, sent: FormValues): void {
    const before = shownValues(this.fields, record)
    const typedSince = Object.entries(this.#state.values).filter(([column, value]) => !isSameValue(value, sent[column]))
    const values = { ...before, ...Object.fromEntries(typedSince) }
    this.#become({ loaded: record, before, values, errors: {}, isRejected: false, attempt: null })
  }

  #fail(error: unknown): void {
    console.warn('The record could not be saved', error)
    if (error instanceof RecordGone) return this.#become({ problem: { kind: 'gone' } })
    const hasAnswer = error instanceof BackendError && error.status > 0
    const message = (hasAnswer && error.message) || FORM.saveFailed
    const column = rejectedColumn(this.tab.table, message)
    this.#become({
      problem: { kind: 'failed', message, mayBeStored: mayBeStored(error) },
      isRejected: true,
      ...(column && column in this.fields && { errors: { ...this.#state.errors, [column]: message } }),
    })
  }

  #judged(column: string, values: FormValues): FormErrors {
    const field = this.fields[column]
    const { [column]: _old, ...others } = this.#state.errors
    const stored = field ? storedValue(field, values[column] ?? '') : null
    return stored && 'error' in stored ? { ...others, [column]: stored.error } : others
  }

  #become(next: Partial<FormState>): void {
    this.#state = { ...this.#state, ...next }
    for (const tell of this.#listeners) tell()
  }
}

/** @returns the column whose rule the database has named when it refused a row */
function rejectedColumn(table: string, message: string): string | undefined {
  return new RegExp(`"${table}_(\\w+?)_(?:check|fkey)"`).exec(message)?.[1]
}
