import { changeMessage } from '#app/admin/feedback/error-message.ts'
import { mayBeStored, type StoredRecord } from '#app/data/record-table.ts'
import { serverNow } from '#app/data/server-time.ts'
import { draftOver, type Draft } from '#domain/admin/form/draft.ts'
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
import { isContentTable, type AdminTab } from '#domain/admin/tabs.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { compareTimestamps } from '#domain/dates.ts'
import type { LinkCheck } from '#domain/link-check.ts'
import type { FormState } from './form-state.ts'
import {
  createRecord,
  RecordGone,
  rejectedColumn,
  updateRecord,
  type LostChanges,
  type SaveContext,
  type SaveOutcome,
} from './save-record.ts'
import { Judge, type ReadSurroundings } from './warnings/judge.ts'

/** What a form is saved with. */
export interface SaveBackend extends Pick<SaveContext, 'table' | 'act'> {
  /** Runs a request; it may be run twice. */
  run: <T>(call: () => Promise<T>) => Promise<T>
  /** Reads the surroundings, on which warnings depend. */
  read: ReadSurroundings
}

/** The state of an open form. It is replaced, never mutated, so that each field can subscribe to its own part. */
export class RecordForm {
  readonly id = crypto.randomUUID()
  readonly tab: AdminTab
  /** The account that has opened it: only in its name is it saved. '' when it is not known. */
  readonly account: string
  readonly fields: Fields
  /** Null for tables without notices. */
  readonly judge: Judge | null
  #state: FormState
  #saving: Promise<StoredRecord | null> | null = null
  readonly #awaited = new Set<Promise<unknown>>()
  readonly #lost: LostChanges = { sent: [], remember: (sent) => void (this.#lost.sent = sent) }
  readonly #listeners = new Set<() => void>()

  /** @param opened.values initial values that differ from the defaults of a new record */
  constructor(tab: AdminTab, opened: { account: string; loaded: StoredRecord | null; values?: FormValues }) {
    this.tab = tab
    this.account = opened.account
    this.fields = fieldsOf(tab.table)
    this.judge = isContentTable(tab.table) ? new Judge(kindOfTable(tab.table), this.fields, serverNow) : null
    const before = opened.loaded ? shownValues(this.fields, opened.loaded) : startValues(this.fields)
    const values = { ...before, ...opened.values }
    this.#state = {
      loaded: opened.loaded,
      before,
      values,
      errors: {},
      warnings: (opened.loaded && this.judge?.warnings(values)) ?? [],
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

  get isUntouched(): boolean {
    return this.unsaved().length === 0 && this.#state.attempt === null
  }

  /** Changes a field. A field that has an error is validated again. */
  change(column: string, value: FieldValue): void {
    const values = { ...this.#state.values, [column]: value }
    const errors = column in this.#state.errors ? this.#validated(column, values) : this.#state.errors
    const warnings = this.judge?.remaining(this.#state.warnings, values) ?? []
    this.#update({ values, errors, warnings })
  }

  /** Validates a field when it loses focus, unless it is empty: the user may not have finished. */
  leave(column: string): void {
    const { values, before } = this.#state
    const value = values[column]
    if (value === '' || isSameValue(value, before[column])) return
    this.#update({ errors: this.#validated(column, values), ...this.#judged() })
  }

  /** Makes a save wait for an upload, or for a box that still searches for what was typed. */
  waitFor(work: Promise<unknown>): void {
    this.#awaited.add(work)
    void work.catch(() => {}).then(() => this.#awaited.delete(work))
  }

  /** Accepts the warnings that the last save has shown. */
  acceptWarnings(): void {
    const { problem } = this.#state
    if (problem?.kind === 'implausible') this.judge?.accept(problem.warnings)
  }

  /** Reads the surroundings of a record that was opened, on which warnings depend. Without a session, the page asks for a sign-in by itself. */
  async look(read: ReadSurroundings): Promise<void> {
    const { loaded, values, attempt } = this.#state
    await this.judge?.look(read, { values, loaded, attempt }).catch(() => {})
    this.judge?.settle()
    if (loaded) this.#update(this.#judged())
  }

  /** Adds the result of a check of a link, and updates the warnings. */
  addCheck(check: LinkCheck): void {
    this.judge?.addChecks([check])
    this.#update(this.#judged())
  }

  /**
   * Saves; calls during a save share its result.
   *
   * @returns the stored record; null when it was not saved
   */
  save(backend: SaveBackend): Promise<StoredRecord | null> {
    this.#saving ??= this.#save(backend).finally(() => {
      this.#saving = null
      this.#update({ isSaving: false })
    })
    return this.#saving
  }

  /** Shows a version that was stored elsewhere, if nothing is typed here. @returns whether it is newer and shown now */
  follow(current: StoredRecord): boolean {
    const { loaded, isSaving, problem } = this.#state
    const isShown = !loaded || compareTimestamps(current.updated_at, loaded.updated_at) <= 0
    if (isShown || isSaving || problem !== null || !this.isUntouched) return false
    const shown = shownValues(this.fields, current)
    this.#lost.sent = []
    this.#update({
      loaded: current,
      before: shown,
      values: shown,
      errors: {},
      isRejected: false,
      ...this.#judged(shown),
    })
    return true
  }

  /** Merges the version that another admin has stored. @param mine conflicting columns whose typed value is chosen */
  mergeWith(current: StoredRecord, mine: ReadonlySet<string>): void {
    const { before, values } = this.#state
    const shown = shownValues(this.fields, current)
    const merged = mergedValues(this.fields, { before, current: shown, values }, mine)
    this.#lost.sent = []
    this.#update({ loaded: current, before: shown, values: merged, problem: null, errors: {} })
  }

  /** Makes the values of a deleted record those of a new one. */
  continueAsNew(): void {
    const before = startValues(this.fields)
    this.#lost.sent = []
    this.#update({ loaded: null, before, problem: null, values: { ...this.#state.values, slug: '' } })
  }

  /** Replaces what was typed by a draft. If another admin has changed the same fields since, the conflict dialog opens. */
  restore(draft: Draft): void {
    const { loaded, before: stored } = this.#state
    const { isStale, ...versions } = draftOver(this.fields, draft, stored)
    const warnings = this.judge?.remaining(this.#state.warnings, versions.values) ?? []
    const problem = loaded && isStale ? ({ kind: 'stale', current: loaded } as const) : null
    this.#update({ ...versions, attempt: draft.attempt, problem, warnings, errors: {}, isRejected: false })
  }

  /** @returns the unsaved work; null when there is none */
  draft(now: number): Draft | null {
    const { account } = this
    const { before, values, loaded, attempt } = this.#state
    const columns = this.unsaved()
    if (columns.length === 0 && !attempt) return null
    const pick = (from: FormValues) =>
      Object.fromEntries(columns.map((column) => [column, structuredClone(from[column] ?? '')])) as Draft['changes']
    return {
      id: this.id,
      account,
      table: this.tab.table,
      recordId: loaded?.id ?? null,
      storedAt: now,
      changes: pick(values),
      before: pick(before),
      attempt,
    }
  }

  async #save({ run, read, ...target }: SaveBackend): Promise<StoredRecord | null> {
    this.#update({ isSaving: true, problem: null })
    const results = await Promise.allSettled(this.#awaited)
    if (results.some(({ status }) => status === 'rejected')) {
      this.#update({ problem: { kind: 'failed', message: FORM.uploadFailed, mayBeStored: false } })
      return null
    }
    const sent = this.#state.values
    const { loaded, attempt } = this.#state
    try {
      const warnings = (await this.judge?.beforeSave(read, { values: sent, loaded, attempt })) ?? []
      if (warnings.length > 0) {
        this.#update({ problem: { kind: 'implausible', warnings }, ...this.#judged() })
        return null
      }
      const outcome = await run(() => this.#store(target, sent))
      if (outcome.state === 'invalid') this.#update({ errors: outcome.errors, isRejected: true })
      if (outcome.state === 'stale') this.#update({ problem: { kind: 'stale', current: outcome.current } })
      if (outcome.state !== 'saved') return null
      this.#setSaved(outcome.record, sent)
      return outcome.record
    } catch (error) {
      this.#fail(error)
      return null
    }
  }

  #store(target: Pick<SaveContext, 'table' | 'act'>, values: FormValues): Promise<SaveOutcome> {
    const { loaded, attempt } = this.#state
    const context = { ...target, fields: this.fields, nameless: slugOf(this.tab.singular), now: serverNow }
    if (loaded) return updateRecord(context, { loaded, values }, this.#lost)
    return createRecord(context, values, {
      attempt,
      remember: (next) => this.#update({ attempt: next }),
      onFound: (record, known) => this.#edit(record, known, values),
      lost: this.#lost,
    })
  }

  /** Makes the form that of a stored record. What was typed since a save began stays in it. */
  #edit(record: StoredRecord, values: FormValues, sent: FormValues): void {
    const typedSince = Object.entries(this.#state.values).filter(([column, value]) => !isSameValue(value, sent[column]))
    this.#update({
      loaded: record,
      before: shownValues(this.fields, record),
      values: { ...values, ...Object.fromEntries(typedSince) },
      attempt: null,
    })
  }

  #setSaved(record: StoredRecord, sent: FormValues): void {
    this.#edit(record, shownValues(this.fields, record), sent)
    this.judge?.settle()
    this.#update({ ...this.#judged(), errors: {}, isRejected: false })
  }

  #fail(error: unknown): void {
    console.warn('The record could not be saved', error)
    if (error instanceof RecordGone) return this.#update({ problem: { kind: 'gone' } })
    const said = changeMessage(error)
    const column = rejectedColumn(this.tab.table, said)
    const message = said.includes('"categories_parent_id_check"') ? FORM.belowItself : said
    this.#update({
      problem: { kind: 'failed', message, mayBeStored: mayBeStored(error) },
      isRejected: true,
      ...(column && column in this.fields && { errors: { ...this.#state.errors, [column]: message } }),
    })
  }

  #validated(column: string, values: FormValues): FormErrors {
    const field = this.fields[column]
    const { [column]: _old, ...others } = this.#state.errors
    const stored = field ? storedValue(field, values[column] ?? '') : null
    return stored && 'error' in stored ? { ...others, [column]: stored.error } : others
  }

  #judged(values = this.#state.values): Pick<FormState, 'warnings'> {
    return { warnings: this.judge?.warnings(values) ?? [] }
  }

  #update(next: Partial<FormState>): void {
    this.#state = { ...this.#state, ...next }
    for (const notify of this.#listeners) notify()
  }
}
