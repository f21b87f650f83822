import { BackendError } from '#app/data/backend-error.ts'
import type { StoredRecord } from '#app/data/record-table.ts'
import type { SurroundingsQuery } from '#app/data/notice-surroundings.ts'
import type { Attempt } from '#app/admin/form/save-record.ts'
import { shownValues, textOf, type Fields, type FormValues, type StoredRow } from '#domain/admin/form/field-value.ts'
import { changedColumns } from '#domain/admin/form/form-row.ts'
import { storedValue, type StoredValue } from '#domain/admin/form/stored-value.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { HIDDEN_STATUS } from '#domain/content/publication.ts'
import { indianDay } from '#domain/dates.ts'
import type { LinkCheck } from '#domain/link-check.ts'
import { NOTICE_LINKS_MAX } from '#domain/plausibility/limits.ts'
import { newWarnings, warningsOf } from '#domain/plausibility/plausibility.ts'
import type { JudgedNotice, Surroundings, Warning } from '#domain/plausibility/warning.ts'

/** Reads the surroundings of a notice. */
export type ReadSurroundings = (query: SurroundingsQuery) => Promise<Surroundings>

/** The content of a form. */
interface Edit {
  values: FormValues
  /** The record as it was loaded; null for a new one. */
  loaded: StoredRecord | null
  /** A row whose response was lost, so that it may be stored already. */
  attempt: Attempt | null
}

/** The warnings of one form, and which of them its admin has accepted. Source: docs/behaviour/plausibility.md#in-forms */
export class Judge {
  readonly #kind: ContentKind
  readonly #fields: Fields
  readonly #clock: () => number
  readonly #checks = new Map<string, LinkCheck>()
  #surroundings: Surroundings | null = null
  /** The surroundings of the stored record, whose warnings do not stop a save. */
  #earlier: Surroundings | null = null
  #asked = ''
  #accepted: Warning[] = []

  /** @param clock returns milliseconds since the epoch */
  constructor(kind: ContentKind, fields: Fields, clock: () => number) {
    this.#kind = kind
    this.#fields = fields
    this.#clock = clock
  }

  /** @returns the warnings about the values of the form; values that cannot be stored have errors instead */
  warnings(values: FormValues): Warning[] {
    return this.#judge(storable(this.#fields, values), this.#surroundings)
  }

  /** @returns the shown warnings that still apply to changed values; new warnings are shown when a field loses focus */
  remaining(shown: readonly Warning[], values: FormValues): readonly Warning[] {
    if (shown.length === 0) return shown
    const settled = newWarnings(shown, this.warnings(values))
    return shown.filter((warning) => !settled.includes(warning))
  }

  /**
   * @returns the warnings to show before the values are sent, without those that the public record had already and those
   *   that were accepted; none about a notice that stays hidden, or while there are errors
   * @throws BackendError (401) when there is no session to read the surroundings with
   */
  async beforeSave(read: ReadSurroundings, edit: Edit): Promise<Warning[]> {
    const { values, loaded } = edit
    if (!isOrWillBePublic(values) || hasErrors(this.#fields, edit)) return []
    await this.look(read, edit)
    const earlier = loaded && isOrWillBePublic(loaded) ? this.#judge(loaded, this.#earlier) : []
    return newWarnings(this.warnings(values), [...earlier, ...this.#accepted])
  }

  accept(warnings: readonly Warning[]): void {
    this.#accepted = [...this.#accepted, ...newWarnings(warnings, this.#accepted)]
  }

  /** Uses the present surroundings as those of the stored record; to be called when it was opened or saved. */
  settle(): void {
    this.#earlier = this.#surroundings
  }

  /**
   * Reads the surroundings unless they are known. If that fails, there are no warnings that depend on them.
   *
   * @throws BackendError (401) when there is no session to read them with
   */
  async look(read: ReadSurroundings, { values, loaded, attempt }: Edit): Promise<void> {
    const row = storable(this.#fields, values)
    const links = Object.entries(this.#fields).flatMap(([column, { type }]) => {
      const link = type === 'link' ? row[column] : null
      return typeof link === 'string' ? [link] : []
    })
    const organization = row['organization_id']
    const query: SurroundingsQuery = {
      table: this.#kind.table,
      title: textOf(row, 'title'),
      organizationId: typeof organization === 'number' ? organization : null,
      ownSlug: loaded?.slug ?? attempt?.row.slug ?? null,
      links: [...new Set(links)].slice(0, NOTICE_LINKS_MAX),
    }
    const asked = JSON.stringify(query)
    if (asked === this.#asked) return
    try {
      this.#surroundings = await read(query)
      this.#asked = asked
      this.addChecks(this.#surroundings.checks)
    } catch (error) {
      console.warn('The surroundings of the notice could not be read', error)
      this.#surroundings = null
      if (error instanceof BackendError && error.status === 401) throw error
    }
  }

  /** @returns the last check of a link; undefined when it was not checked, or is not known */
  checkOf(link: string): LinkCheck | undefined {
    return this.#checks.get(link)
  }

  addChecks(checks: readonly LinkCheck[]): void {
    for (const check of checks) this.#checks.set(check.link, check)
  }

  #judge(row: JudgedNotice['row'], known: Surroundings | null): Warning[] {
    const surroundings = known && { ...known, checks: [...this.#checks.values()] }
    const today = indianDay(this.#clock())
    return warningsOf({ kind: this.#kind, fields: this.#fields, row, surroundings, today })
  }
}

/** @returns whether visitors see the notice, or will see it without a further save */
function isOrWillBePublic({ state = 'published', status }: StoredRow | FormValues): boolean {
  return (state === 'published' || state === 'scheduled') && status !== HIDDEN_STATUS
}

/** @returns whether a value that would be sent cannot be stored */
function hasErrors(fields: Fields, { values, loaded }: Edit): boolean {
  const columns = loaded ? changedColumns(fields, shownValues(fields, loaded), values) : Object.keys(fields)
  return columns.some((column) => {
    const field = fields[column]
    return field !== undefined && 'error' in storedValue(field, values[column] ?? '')
  })
}

function storable(fields: Fields, values: FormValues): Record<string, StoredValue> {
  return Object.fromEntries(
    Object.entries(fields).map(([column, field]) => {
      const stored = storedValue(field, values[column] ?? '')
      return [column, 'value' in stored ? stored.value : null]
    }),
  )
}
