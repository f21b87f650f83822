import type { AdminRow } from '#app/data/admin-list.ts'
import { isoMoment } from '#domain/dates.ts'

/**
 * The rows of a table: what the database last told, and what was changed here since. An answer that was on its way
 * while something was changed never takes the change back, because each row says when it was stored.
 * Source: specification, section 4, Admin list.
 */
export interface ListState {
  rows: readonly AdminRow[]
  /** Whether the database has rows after these. */
  hasMore: boolean
  changes: readonly Change[]
}

/** Something done to a row here: fields that it now has, or that it is gone. */
interface Change {
  key: number
  id: number
  fields: Record<string, unknown> | 'gone'
  /** When the database stored it; null while it has not answered. */
  storedAt: string | null
}

export type ListEvent =
  | { type: 'arrived'; rows: readonly AdminRow[]; hasMore: boolean; isFurther?: boolean }
  | { type: 'began'; key: number; id: number; fields: Change['fields'] }
  | { type: 'stored'; key: number; row: AdminRow | null }
  | { type: 'failed'; key: number }
  | { type: 'told'; row: AdminRow }
  | { type: 'told-gone'; id: number }

export const EMPTY: ListState = { rows: [], hasMore: false, changes: [] }

export function listReducer(state: ListState, event: ListEvent): ListState {
  const { rows, changes } = state
  switch (event.type) {
    case 'arrived': {
      const known = new Set(event.isFurther ? rows.map(({ id }) => id) : [])
      const joined = event.isFurther ? [...rows, ...event.rows.filter(({ id }) => !known.has(id))] : event.rows
      return { rows: joined, hasMore: event.hasMore, changes: event.rows.reduce(without, changes) }
    }
    case 'began': {
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
    case 'told':
      return { ...state, rows: rows.map((row) => merged(row, event.row)), changes: without(changes, event.row) }
    case 'told-gone':
      return { ...state, rows: rows.filter(({ id }) => id !== event.id) }
  }
}

/** @returns the rows as they are to be shown */
export function shownRows({ rows, changes }: ListState): AdminRow[] {
  const inOrder = changes.toSorted(byStorage)
  return rows.flatMap((row) => {
    const own = inOrder.filter(({ id }) => id === row.id).map(({ fields }) => fields)
    return own.includes('gone') ? [] : [Object.assign({}, row, ...own) as AdminRow]
  })
}

/** What is stored, in the order of the database, then what is still on its way. */
function byStorage(one: Change, other: Change): number {
  if (one.storedAt === null || other.storedAt === null)
    return Number(one.storedAt === null) - Number(other.storedAt === null)
  return isAsNew(one.storedAt, other.storedAt) ? 1 : -1
}

/** A row that is gone has no time of storage, and its number is never given again. */
function stored(change: Change, row: AdminRow | null): Change {
  if (!row) return { ...change, storedAt: 'for good' }
  return { ...change, fields: row, storedAt: row.updated_at }
}

/** The database's word on a row is as new as a change that it has stored: the change has done its part. */
function without(changes: readonly Change[], { id, updated_at }: AdminRow): readonly Change[] {
  const isDone = (change: Change) =>
    change.id === id && change.fields !== 'gone' && change.storedAt !== null && isAsNew(updated_at, change.storedAt)
  return changes.some(isDone) ? changes.filter((change) => !isDone(change)) : changes
}

/** What is told of a row has no names of what the row refers to: those that were known stay. */
function merged(row: AdminRow, told: AdminRow): AdminRow {
  return row.id === told.id && isAsNew(told.updated_at, row.updated_at) ? { ...row, ...told } : row
}

function isAsNew(moment: string, than: string): boolean {
  return comparable(moment) >= comparable(than)
}

/** Times of the database are in UTC, with up to six digits after the second. */
function comparable(moment: string): string {
  const [second = '', fraction = ''] = isoMoment(moment)
    .replace(/(Z|[+-]00:00)$/, '')
    .split('.')
  return `${second}.${fraction.padEnd(6, '0')}`
}
