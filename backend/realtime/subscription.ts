import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Change } from './change-reader.ts'
import { FilterError, parseFilter, type Condition } from './filter.ts'
import { publishedSchema, type PublishedTables } from './published-tables.ts'
import type { ColumnCondition } from './visibility.ts'

export type EventType = 'INSERT' | 'UPDATE' | 'DELETE'

/** What a channel wants to hear of one table, or of all. */
export interface Binding {
  /** Named in every message for this binding. Equal bindings have equal ids, so that they can share messages. */
  id: number
  event: EventType | '*'
  tables: readonly string[]
  conditions: readonly ColumnCondition[]
  columns: readonly string[] | null
}

/** As the client wrote it: the answer to a join repeats it. */
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

/** Other members are of no meaning here. */
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

export function idOf({ event, schema, table, filter, select }: WrittenBinding): number {
  const text = JSON.stringify([event, schema, table, filter, select])
  // Never zero, which clients take for none.
  return Number.parseInt(hash('sha1', text, 'hex').slice(0, 7), 16) + 1
}

/**
 * @returns what the client wants to hear; whether its filter's values are of the columns' types is not known yet
 * @throws SubscriptionError with the words that clients of Supabase know
 */
export function readBinding(written: WrittenBinding, published: PublishedTables): Binding {
  const { schema, table, filter, select } = written
  const event = eventOf(written.event)
  const refuse = (reason = 'Please check Realtime is enabled for the given connect parameters'): never => {
    throw new SubscriptionError(
      `Unable to subscribe to changes with given parameters. ${reason}: [event: ${event}, schema: ${
        schema ?? publishedSchema
      }, table: ${table ?? '*'}, filters: [${filter ?? ''}], select: ${select?.join(', ') ?? 'nil'}]`,
    )
  }
  const isEverything = (table ?? '*') === '*'
  const isPublished = schema === '*' || (schema ?? publishedSchema) === publishedSchema
  const tables = isPublished ? [...published.keys()].filter((name) => isEverything || name === table) : []
  if (tables.length === 0) refuse()
  if (select && isEverything) refuse('Column selection is not supported for wildcard subscriptions')
  const columnOf = (name: string) =>
    published.get(tables[0] ?? '')?.find((column) => column.name === name) ?? refuse(`There is no column ${name}`)
  for (const name of select ?? []) columnOf(name)
  const conditions = parsed(filter ?? '', refuse).map((condition) => ({
    ...condition,
    cast: columnOf(condition.column).cast,
  }))
  if (conditions.length > 0 && isEverything) refuse('A filter needs a table')
  return { id: idOf(written), event, tables, conditions, columns: select?.length ? select : null }
}

function eventOf(text = '*'): Binding['event'] {
  const name = text.toUpperCase()
  return name === 'INSERT' || name === 'UPDATE' || name === 'DELETE' ? name : '*'
}

function parsed(filter: string, refuse: (reason: string) => never): Condition[] {
  try {
    return parseFilter(filter)
  } catch (error) {
    if (error instanceof FilterError) return refuse(`Error parsing \`filter\` params (${error.message})`)
    throw error
  }
}

/**
 * What a change is to somebody who sees a part of the rows: those that row-level security and the filter let through. A row
 * that enters this part is inserted, one that leaves it is deleted, whatever happened to it in the table. Who listens to
 * nothing but updates hears of an entering row as an update, as Supabase would say it.
 * @param isSeen whether the row is in the part afterwards
 * @param wasSeen whether it was before
 * @returns null when there is nothing to say
 */
export function eventFor(
  wanted: Binding['event'],
  kind: Change['kind'],
  { isSeen, wasSeen }: { isSeen: boolean; wasSeen: boolean },
): EventType | null {
  const is = isSeen && kind !== 'DELETE'
  const was = wasSeen && kind !== 'INSERT'
  if (!is && !was) return null
  const event = is ? (was || (wanted === 'UPDATE' && kind === 'UPDATE') ? 'UPDATE' : 'INSERT') : 'DELETE'
  return wanted === '*' || wanted === event ? event : null
}
