import type { AdminRow } from '#app/data/admin-list.ts'
import { isoMoment } from '#domain/dates.ts'

/**
 * The rows of a table: the last ones from the database, and the changes made here since. A response that was in flight
 * during a change never reverts it, because each row has the timestamp at which it was stored.
 * Source: docs/behaviour/admin.md#changes-are-shown-at-once.
 */
export interface ListState {
  rows: readonly AdminRow[]
  /** Whether the database has further rows. */
  hasMore: boolean
  changes: readonly Change[]
}

/** A change that was made here: the new values of fields, or a deletion. */
interface Change {
  key: number
  id: number
  fields: Record<string, unknown> | 'deleted'
  /** Timestamp at which the database stored it; null while the request is in flight. */
  storedAt: string | null
}

export type ListEvent =
  | { type: 'loaded'; rows: readonly AdminRow[]; hasMore: boolean; isFurther?: boolean }
  | { type: 'started'; key: number; id: number; fields: Change['fields'] }
  | { type: 'stored'; key: number; row: AdminRow | null }
  | { type: 'failed'; key: number }
  | { type: 'changed'; row: AdminRow }
  | { type: 'deleted'; id: number }

export const EMPTY: ListState = { rows: [], hasMore: false, changes: [] }

export function listReducer(state: ListState, event: ListEvent): ListState {
  const { rows, changes } = state
  switch (event.type) {
    case 'loaded': {
      const known = new Set(event.isFurther ? rows.map(({ id }) => id) : [])
      const joined = event.isFurther ? [...rows, ...event.rows.filter(({ id }) => !known.has(id))] : event.rows
      const rest = event.rows.reduce(without, changes)
      return { rows: joined, hasMore: event.hasMore, changes: event.isFurther ? rest : withoutGone(rest, event.rows) }
    }
    case 'started': {
      const { key, id, fields } = event
      return { ...state, changes: [...changes, { key, id, fields, storedAt: null }] }
    }
    case 'stored':
      return {
        ...state,
        changes: changes.map((change) => (change.key === event.key ? stored(change, event.row) : change)),
      }
    case 'failed':
      return { ...state, changes: changes.filter(({ key }) => key !== event.key) }
    case 'changed':
      return { ...state, rows: rows.map((row) => merged(row, event.row)), changes: without(changes, event.row) }
    case 'deleted':
      return { ...state, rows: rows.filter(({ id }) => id !== event.id) }
  }
}

/** @returns the rows as they are to be shown */
export function shownRows({ rows, changes }: ListState): AdminRow[] {
  const inOrder = changes.toSorted(byStorage)
  return rows.flatMap((row) => {
    const own = inOrder.filter(({ id }) => id === row.id).map(({ fields }) => fields)
    return own.includes('deleted') ? [] : [Object.assign({}, row, ...own) as AdminRow]
  })
}

/** Sorts stored changes by their timestamps, then those that are in flight. */
function byStorage(one: Change, other: Change): number {
  if (one.storedAt === null || other.storedAt === null)
    return Number(one.storedAt === null) - Number(other.storedAt === null)
  return isAsNew(one.storedAt, other.storedAt) ? 1 : -1
}

/** A deleted row has no timestamp; its deletion is never outdated, because ids are not reused. */
function stored(change: Change, row: AdminRow | null): Change {
  if (!row) return { ...change, storedAt: 'for good' }
  return { ...change, fields: row, storedAt: row.updated_at }
}

/** Drops the stored changes of a row that a version from the database includes already. */
function without(changes: readonly Change[], { id, updated_at }: AdminRow): readonly Change[] {
  const isDone = (change: Change) =>
    change.id === id && change.fields !== 'deleted' && change.storedAt !== null && isAsNew(updated_at, change.storedAt)
  return changes.some(isDone) ? changes.filter((change) => !isDone(change)) : changes
}

/**
 * Drops the stored deletions of rows that a read does not contain any more: only the response to the last read is used,
 * so no older one can bring them back.
 */
function withoutGone(changes: readonly Change[], loaded: readonly AdminRow[]): readonly Change[] {
  const ids = new Set(loaded.map(({ id }) => id))
  return changes.filter(({ fields, storedAt, id }) => fields !== 'deleted' || storedAt === null || ids.has(id))
}

/** Applies a realtime change. It has no names of referenced rows, so those of the known row stay. */
function merged(row: AdminRow, update: AdminRow): AdminRow {
  return row.id === update.id && isAsNew(update.updated_at, row.updated_at) ? { ...row, ...update } : row
}

function isAsNew(timestamp: string, than: string): boolean {
  return comparable(timestamp) >= comparable(than)
}

/** Timestamps of the database are in UTC, with up to six digits of a second. */
function comparable(timestamp: string): string {
  const [second = '', fraction = ''] = isoMoment(timestamp)
    .replace(/(Z|[+-]00:00)$/, '')
    .split('.')
  return `${second}.${fraction.padEnd(6, '0')}`
}
