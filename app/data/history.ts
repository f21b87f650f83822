import { z } from 'zod'
import type { StoredRow } from '#domain/admin/form/field-value.ts'
import {
  CHANGE_SOURCES,
  OPERATIONS,
  type Operation,
  type RecordedSource,
  UNDO_REASONS,
  type UndoReason,
} from '#domain/admin/history-messages.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import type { RowChange } from '#domain/admin/versions.ts'
import { columnValue } from '#domain/row-columns.ts'
import type { AdminClient } from './admin-client.ts'
import { dataOf } from './backend-error.ts'
import { timestamp } from './notice-rows.ts'

const plan = z.object({
  state: z.string(),
  status: z.string().nullish(),
  publish_at: z.string().nullable().default(null),
  hide_at: z.string().nullable().default(null),
})

const made = {
  id: z.number(),
  at: timestamp,
  act: z.string(),
  /** Who made it; null for the server and for programs with the secret key. */
  name: z.string().nullable(),
  source: z.enum(Object.keys(CHANGE_SOURCES) as RecordedSource[]),
  operation: z.enum(Object.keys(OPERATIONS) as Operation[]),
}

/** Its columns are taken as the database describes them. */
const row = z.looseObject({}).nullable()
const recorded = {
  ...made,
  /** Whether the account that reads it has made it, perhaps in another window. */
  is_own: z.boolean(),
}
const recordedChange = z.object({ ...recorded, before: row, after: row }).transform(inFormTerms)
/** A change of one row. */
export type RecordedChange = z.infer<z.ZodObject<typeof recorded>> & RowChange

const activity = z.object({
  ...made,
  table: z.string(),
  row: z.number().nullable(),
  /** What the row is called; null for a row without a name. */
  title: z.string().nullable(),
  /** The changed columns of an update. */
  fields: z.array(z.string()).nullable(),
})
/** A line of the log of all changes. */
export type Activity = z.infer<typeof activity>

/** Filters of the log; null for all. */
export interface ActivityFilters {
  person: string | null
  table: string | null
  source: string | null
  operation: string | null
  /** ISO 8601 timestamps; `until` is excluded. */
  since: string | null
  until: string | null
}

const authors = z.record(z.string(), z.object({ created_by: z.string().nullable(), updated_by: z.string().nullable() }))
/** Who created rows and who last changed them, by id. */
export type Authors = z.infer<typeof authors>

const undoing = z.object({
  undone: z.number(),
  /** Rows that were left as they are. */
  refused: z.array(
    z.object({ title: z.string().nullable(), reason: z.enum(Object.keys(UNDO_REASONS) as UndoReason[]) }),
  ),
})
/** What became of an act that was undone. */
export type Undoing = z.infer<typeof undoing>

const person = z.object({ id: z.string(), name: z.string() })

/** Rows that one call may ask about. */
const AUTHORS_AT_ONCE = 1000

/**
 * @param page.before id of the last change of the previous page
 * @returns changes of a row, the newest first
 * @throws BackendError
 */
export async function fetchHistory(
  client: AdminClient,
  { table, id }: { table: AdminTable; id: number },
  page: { before?: number | undefined; limit: number },
): Promise<RecordedChange[]> {
  const parameters = {
    table_name: table,
    row_id: id,
    page_size: page.limit,
    ...(page.before && { before_id: page.before }),
  }
  return z.array(recordedChange).parse(dataOf(await client.rpc('record_history', parameters)))
}

/**
 * @returns who created and who last changed rows of a table, as far as it is recorded
 * @throws BackendError
 */
export async function fetchAuthors(client: AdminClient, table: AdminTable, ids: readonly number[]): Promise<Authors> {
  const found: Authors = {}
  for (let from = 0; from < ids.length; from += AUTHORS_AT_ONCE) {
    const row_ids = ids.slice(from, from + AUTHORS_AT_ONCE)
    Object.assign(found, authors.parse(dataOf(await client.rpc('row_authors', { table_name: table, row_ids }))))
  }
  return found
}

/**
 * @param page.after the last line of the previous page
 * @returns changes of all tables, the newest first
 * @throws BackendError
 */
export async function fetchActivity(
  client: AdminClient,
  { person: of, table, source, operation, since, until }: ActivityFilters,
  page: { after: Activity | undefined; limit: number },
): Promise<Activity[]> {
  const reply = await client.rpc('activity', {
    page_size: page.limit,
    ...(of && { person: of }),
    ...(table && { only_table: table }),
    ...(source && { only_source: source }),
    ...(operation && { only_operation: operation }),
    ...(since && { since }),
    ...(until && { until }),
    ...(page.after && { before_at: page.after.at, before_id: page.after.id }),
  })
  return z.array(activity).parse(dataOf(reply))
}

/**
 * @returns everybody who is named in the history
 * @throws BackendError
 */
export async function fetchPeople(client: AdminClient): Promise<z.infer<typeof person>[]> {
  return z.array(person).parse(dataOf(await client.rpc('activity_people')))
}

/**
 * Restores what an act has changed, where nobody has changed it since. Undoing again changes nothing.
 * Source: docs/behaviour/history.md#undoing-an-act
 *
 * @throws BackendError
 */
export async function undoAct(client: AdminClient, act: string): Promise<Undoing> {
  return undoing.parse(dataOf(await client.rpc('undo_act', { act })))
}

/** What an update has changed of a plan, as the fields of the form have it: state, badge and times. */
function inFormTerms(change: RecordedChange): RecordedChange {
  const [before, after] = [withPlannedFields(change.before), withPlannedFields(change.after)]
  if (!before || !after) return change
  const isChanged = ([column]: [string, unknown]) => {
    const [was, is] = [columnValue(before, column), columnValue(after, column)]
    return was !== undefined && is !== undefined && was !== is
  }
  const changed = (values: StoredRow) => Object.fromEntries(Object.entries(values).filter(isChanged))
  return { ...change, before: changed(before), after: changed(after) }
}

/** @returns undefined for values without a plan */
function withPlannedFields(values: StoredRow | null): StoredRow | undefined {
  const planned = plan.safeParse(values?.plan).data
  if (!planned) return undefined
  const { plan: _plan, status, ...others } = { ...values }
  // A public notice has its badge in its status.
  const badge = planned.state === 'published' ? status : planned.status
  return { ...others, ...planned, status: badge }
}
