import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Change } from '#backend/outbox/change-reader.ts'
import { FilterError, parseFilter, type Condition } from './filter.ts'
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
  const { schema, table, filter, select } = written
  const event = eventOf(written.event)
  const reject = (reason = 'Please check Realtime is enabled for the given connect parameters'): never => {
    throw new SubscriptionError(
      `Unable to subscribe to changes with given parameters. ${reason}: [event: ${event}, schema: ${
        schema ?? publishedSchema
      }, table: ${table ?? '*'}, filters: [${filter ?? ''}], select: ${select?.join(', ') ?? 'nil'}]`,
    )
  }
  const isEverything = (table ?? '*') === '*'
  const isPublished = schema === '*' || (schema ?? publishedSchema) === publishedSchema
  const tables = isPublished ? [...published.keys()].filter((name) => isEverything || name === table) : []
  if (tables.length === 0) reject()
  if (select && isEverything) reject('Column selection is not supported for wildcard subscriptions')
  const columnOf = (name: string) =>
    published.get(tables[0] ?? '')?.find((column) => column.name === name) ?? reject(`There is no column ${name}`)
  for (const name of select ?? []) columnOf(name)
  const conditions = parsed(filter ?? '', reject).map((condition) => ({
    ...condition,
    cast: columnOf(condition.column).cast,
  }))
  if (conditions.length > 0 && isEverything) reject('A filter needs a table')
  return { key: keyOf(written), id: idOf(written), event, tables, conditions, columns: select?.length ? select : null }
}

function eventOf(text = '*'): Binding['event'] {
  const name = text.toUpperCase()
  return name === 'INSERT' || name === 'UPDATE' || name === 'DELETE' ? name : '*'
}

function parsed(filter: string, reject: (reason: string) => never): Condition[] {
  try {
    return parseFilter(filter)
  } catch (error) {
    if (error instanceof FilterError) return reject(`Error parsing \`filter\` params (${error.message})`)
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
