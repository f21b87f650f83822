import { dueTime, hasTime, type PublicationState } from '#domain/content/publication.ts'
import { compareTimestamps, utcTimestamp } from '#domain/dates.ts'
import { columnValue } from '#domain/row-columns.ts'
import { textOf, type Fields, type FormValues, type StoredRow } from './field-value.ts'
import { changedColumns, type RowValues } from './form-row.ts'
import { storedValue } from './stored-value.ts'

/** What another admin has changed in a record since it was loaded. */
export interface OthersChanges {
  /** Columns that both admins have changed, to different values. */
  conflicts: string[]
  /** Columns that only the other admin has changed. */
  theirs: string[]
}

interface Versions {
  /** The values when the record was loaded. */
  before: FormValues
  /** The values stored now. */
  current: FormValues
  /** The values in the form. */
  values: FormValues
}

/** Compares three versions of a record field by field. Source: docs/behaviour/admin.md#two-editors. */
export function othersChanges(fields: Fields, { before, current, values }: Versions): OthersChanges {
  const changedByThem = changedColumns(fields, before, current)
  const changedHere = new Set(changedColumns(fields, before, values))
  const stillDifferent = new Set(changedColumns(fields, current, values))
  const conflicts = changedByThem.filter((column) => changedHere.has(column) && stillDifferent.has(column))
  const theirs = changedByThem.filter((column) => !changedHere.has(column))
  const isStateDecided = theirs.includes('state') && timesWithoutState(current, conflicts).length > 0
  if (!isStateDecided) return { conflicts, theirs }
  return { conflicts: ['state', ...conflicts], theirs: theirs.filter((column) => column !== 'state') }
}

/**
 * @returns the conflicting columns that are decided together with this one: a planned time for which the state that is
 * stored now has no place is stored only with the state that it was typed for
 */
export function decidedWith(column: string, conflicts: readonly string[], current: FormValues): string[] {
  const together = ['state', ...timesWithoutState(current, conflicts)].filter((one) => conflicts.includes(one))
  return together.includes(column) ? together : [column]
}

/** How far the clock that decides may be ahead of that of the form, in milliseconds. */
const CLOCKS_DIFFER_MS = 60_000

/**
 * @param now milliseconds since the epoch
 * @returns the state that the plan of a notice has given to it since it was loaded, if that is its only change; null otherwise
 */
export function stateByPlan(
  fields: Fields,
  { before, current }: Pick<Versions, 'before' | 'current'>,
  now: number,
): 'published' | 'hidden' | null {
  const planned = afterPlan(fields, before, now)
  if (planned === null) return null
  const postTime = textOf(before, 'post_time') || textOf(current, 'post_time')
  const next = { ...planned, post_time: postTime }
  const state = textOf(next, 'state') as 'published' | 'hidden'
  return changedColumns(fields, next, current).length === 0
    ? state
    : stateByPlan(fields, { before: next, current }, now)
}

/** @returns the values of a form after its notice has been published or hidden at the planned time; null when no time has passed */
function afterPlan(fields: Fields, values: FormValues, now: number): FormValues | null {
  const [publishAt, hideAt] = (['publish_at', 'hide_at'] as const).map((column) => {
    const field = fields[column]
    const stored = field && storedValue(field, values[column] ?? '')
    return stored && 'value' in stored && typeof stored.value === 'string' ? stored.value : null
  })
  const state = textOf(values, 'state') as PublicationState
  const due = dueTime({ state, publish_at: publishAt ?? null, hide_at: hideAt ?? null })
  if (due === null || compareTimestamps(due, utcTimestamp(now + CLOCKS_DIFFER_MS)) > 0) return null
  return {
    ...values,
    publish_at: '',
    ...(state === 'scheduled' ? { state: 'published' } : { state: 'hidden', hide_at: '' }),
  }
}

function timesWithoutState(current: FormValues, columns: readonly string[]): string[] {
  const times = ['publish_at', 'hide_at'] as const
  return times.filter((time) => columns.includes(time) && !hasTime(textOf(current, 'state'), time))
}

/**
 * @param mine conflicting columns for which the typed value is chosen
 * @returns the merged values of the form: the stored ones, overridden by those typed here
 */
export function mergedValues(fields: Fields, versions: Versions, mine: ReadonlySet<string>): FormValues {
  const { current, values } = versions
  const { conflicts, theirs } = othersChanges(fields, versions)
  const taken = [...theirs, ...conflicts.filter((column) => !mine.has(column))]
  return { ...values, ...Object.fromEntries(taken.map((column) => [column, current[column] ?? ''])) }
}

/** @returns whether a stored record has every value of the row that was sent */
export function holdsRow(stored: StoredRow, sent: RowValues): boolean {
  return Object.entries(sent).every(([column, value]) => printed(columnValue(stored, column)) === printed(value))
}

/** The database returns the members of an object in an order of its own. */
function printed(value: unknown): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return JSON.stringify(isObject ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) : value)
}
