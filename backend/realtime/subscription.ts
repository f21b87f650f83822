import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Change } from '#backend/outbox/change-reader.ts'
import { FilterError, listed, parseFilter, type Condition } from './filter.ts'
import { publishedSchema, type PublishedTables } from './published-tables.ts'
import type { ColumnCondition } from './visibility.ts'

export type EventType = 'INSERT' | 'UPDATE' | 'DELETE'

/** The changes of one table, or of all, that a channel subscribes to. */
export interface Binding {
  /** The request as text: two requests with one key are equal. */
  key: string
  /** Named in every message for this binding. Equal bindings have equal ids; different ones may have equal ids, too. */
  id: number
  event: EventType | '*'
  tables: readonly string[]
  conditions: readonly ColumnCondition[]
  columns: readonly string[] | null
}

/** The request of a client; the reply to a join repeats it. */
const writtenBinding = z.looseObject({
  event: z.string().max(20).optional(),
  schema: z.string().max(63).nullish(),
  table: z.string().max(63).nullish(),
  filter: z.string().max(2000).nullish(),
  select: z.array(z.string().max(63)).max(100).nullish(),
})

export type WrittenBinding = z.infer<typeof writtenBinding>

const flag = z.union([z.boolean(), z.stringbool()]).optional().catch(undefined)
const token = z.string().max(8192).nullish()
const mostBindings = 20

/** Other members are ignored. */
export const joinPayload = z.object({
  config: z
    .object({
      postgres_changes: z.array(writtenBinding.nullable()).max(mostBindings).nullish(),
      private: flag,
    })
    .nullish(),
  access_token: token,
  user_token: token,
})

export const tokenPayload = z.object({ access_token: token })

export class SubscriptionError extends Error {
  override name = 'SubscriptionError'
}

export function keyOf({ event, schema, table, filter, select }: WrittenBinding): string {
  return JSON.stringify([event, schema, table, filter, select])
}

export function idOf(written: WrittenBinding): number {
  // Never zero, which clients treat as no id.
  return Number.parseInt(hash('sha1', keyOf(written), 'hex').slice(0, 7), 16) + 1
}

/**
 * @returns the requested binding; whether the values of its filter match the types of the columns is not checked yet
 * @throws SubscriptionError with a message that clients of Supabase know
 */
export function readBinding(written: WrittenBinding, published: PublishedTables): Binding {
  const schema = written.schema ?? publishedSchema
  const table = written.table ?? '*'
  const columns = written.select?.length ? written.select : null
  const wanted = { event: eventOf(written.event), schema, table, columns, conditions: parsed(written.filter ?? '') }
  const isEverything = table === '*'
  if (columns && (isEverything || schema === '*'))
    throw new SubscriptionError(
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    )
  const isPublished = schema === '*' || schema === publishedSchema
  const tables = isPublished ? [...published.keys()].filter((name) => isEverything || name === table) : []
  if (tables.length === 0) throw unableToSubscribe(wanted)
  if (isEverything && wanted.conditions.length > 0) throw unableToSubscribe(wanted, 'A filter needs a table')
  const columnOf = (name: string, use: 'filter' | 'select') => {
    const found = published.get(table)?.find((column) => column.name === name)
    if (!found) throw unableToSubscribe(wanted, `ERROR P0001 (raise_exception) invalid column for ${use} ${name}`)
    return found
  }
  for (const name of columns ?? []) columnOf(name, 'select')
  const conditions = wanted.conditions.map((condition) => ({
    ...condition,
    cast: columnOf(condition.column, 'filter').cast,
  }))
  return { key: keyOf(written), id: idOf(written), event: wanted.event, tables, conditions, columns }
}

interface Wanted {
  event: Binding['event']
  schema: string
  table: string
  conditions: readonly Condition[]
  columns: readonly string[] | null
}

/**
 * The error of supabase/realtime, which repeats what was asked for.
 * @param exception what the database says of it; without it, nothing of that name is published
 */
export function unableToSubscribe(wanted: Wanted, exception?: string): SubscriptionError {
  const filters = wanted.conditions.map(({ column, operator, value, isNegated }) => {
    const text = typeof value === 'string' ? value : `{${value.join()}}`
    return `{${listed([column, operator, text]).slice(1, -1)}, ${isNegated}}`
  })
  const parameters = `[event: ${wanted.event}, schema: ${wanted.schema}, table: ${wanted.table}, filters: [${filters.join(
    ', ',
  )}], select: ${wanted.columns ? listed(wanted.columns) : 'nil'}]`
  const reason = exception
    ? `An exception happened so please check your connect parameters: ${parameters}. Exception: ${exception}`
    : `Please check Realtime is enabled for the given connect parameters: ${parameters}`
  return new SubscriptionError(`Unable to subscribe to changes with given parameters. ${reason}`)
}

function eventOf(text = '*'): Binding['event'] {
  const name = text.toUpperCase()
  return name === 'INSERT' || name === 'UPDATE' || name === 'DELETE' ? name : '*'
}

function parsed(filter: string): Condition[] {
  try {
    return parseFilter(filter)
  } catch (error) {
    if (error instanceof FilterError) throw new SubscriptionError(`Error parsing \`filter\` params: ${error.message}`)
    throw error
  }
}

/**
 * The event that a change is for a reader who may see only some rows, by row-level security and the filter. A row that
 * becomes visible is inserted, one that becomes invisible is deleted, whatever happened to it in the table. As in
 * Supabase, subscribers of updates alone get an update for a row that becomes visible.
 * @param isVisible whether the row is visible after the change
 * @param wasVisible whether it was before
 * @returns null when there is nothing to send
 */
export function eventFor(
  wanted: Binding['event'],
  kind: Change['kind'],
  { isVisible, wasVisible }: { isVisible: boolean; wasVisible: boolean },
): EventType | null {
  const is = isVisible && kind !== 'DELETE'
  const was = wasVisible && kind !== 'INSERT'
  if (!is && !was) return null
  const event = is ? (was || (wanted === 'UPDATE' && kind === 'UPDATE') ? 'UPDATE' : 'INSERT') : 'DELETE'
  return wanted === '*' || wanted === event ? event : null
}
