import type { Json } from '#supabase/database-types.ts'
import type { AudienceDescription } from './audiences.ts'
import { publishedSchema, type PublishedTables } from './published-tables.ts'
import { eventFor, type Binding, type EventType } from './subscription.ts'
import type { VisibleChanges } from './visible-changes.ts'
import type { Visibility } from './visibility.ts'
import { encode, frame } from './wire.ts'

/** Bytes of a record, above which only its small values are sent. Source: realtime.apply_rls */
const largestRecord = 1_048_576
const largestValue = 64

/** A binding that matches a change, and the form of its payload: bindings with the same form share a message. */
interface Match {
  binding: Binding
  type: EventType
  form: string
}

/** A row of any table that is published, by column: the contract does not know the tables of the product. */
type Row = Readonly<Record<string, Json>>

/** @returns messages as frames, in the order of the changes */
export type MessagesFor = (audience: AudienceDescription, batch: VisibleChanges) => Buffer[]

export function createMessages(tables: PublishedTables): MessagesFor {
  /** What a reader may see is encoded once, for all topics of its channels. */
  const cache = new WeakMap<Visibility, Map<string, string>>()

  function dataOf(batch: VisibleChanges, what: { index: number; visibility: Visibility; match: Match }): string {
    const cached = cache.get(what.visibility) ?? new Map<string, string>()
    cache.set(what.visibility, cached)
    const data = cached.get(what.match.form) ?? changeData(batch, what)
    cached.set(what.match.form, data)
    return data
  }

  function changeData(
    { table, changes }: VisibleChanges,
    { index, visibility, match: { binding, type } }: { index: number; visibility: Visibility; match: Match },
  ): string {
    const change = changes[index]
    const record = visibility.record ?? change?.record ?? '{}'
    const row: Row = JSON.parse(record)
    const isTooLarge = type !== 'DELETE' && Buffer.byteLength(record) > largestRecord
    const names = shownColumns(row, binding)
    const columns = (tables.get(table) ?? []).filter(({ name }) => names.includes(name))
    const head = {
      schema: publishedSchema,
      table,
      commit_timestamp: change?.writtenAt,
      type,
      columns: columns.map(({ name, type: typeName }) => ({ name, type: typeName })),
      errors: isTooLarge ? ['Error 413: Payload Too Large'] : null,
    }
    const isWhole = !isTooLarge && !binding.columns
    const now =
      type === 'DELETE' ? '' : `,"record":${isWhole ? record : JSON.stringify(picked(row, names, isTooLarge))}`
    // Only the id: the reader may not have been allowed to see the earlier values.
    const before = type === 'INSERT' ? '' : `,"old_record":{"id":${JSON.stringify(row['id'])}}`
    return `${JSON.stringify(head).slice(0, -1)}${now}${before}}`
  }

  return function messagesFor(audience, batch) {
    const { bindings, serializer, topic } = audience
    return [...(batch.visibilityFor(audience) ?? [])].flatMap(([index, visibility]) => {
      const matches = bindings.flatMap((binding) => matchOf(binding, batch, { index, visibility }))
      return [...Map.groupBy(matches, ({ form }) => form).values()].map((group) => {
        const [match] = group
        const ids = JSON.stringify(group.map(({ binding }) => binding.id))
        const data = match ? dataOf(batch, { index, visibility, match }) : 'null'
        const payload = `{"ids":${ids},"data":${data}}`
        return frame(encode(serializer, { joinRef: null, ref: null, topic, event: 'postgres_changes', payload }))
      })
    })
  }
}

function matchOf(
  binding: Binding,
  batch: VisibleChanges,
  { index, visibility }: { index: number; visibility: Visibility },
): Match[] {
  const change = batch.changes[index]
  if (!change || !binding.tables.includes(batch.table)) return []
  const results = binding.conditions.map((condition) => batch.matches(condition, index))
  const type = eventFor(binding.event, change.kind, {
    isVisible: visibility.record !== null && results.every(({ now }) => now),
    wasVisible: visibility.wasVisible && results.every(({ before }) => before),
  })
  return type ? [{ binding, type, form: `${type} ${binding.columns?.join() ?? '*'}` }] : []
}

function shownColumns(row: Row, { columns }: Binding): string[] {
  return Object.keys(row).filter((name) => name === 'id' || (columns?.includes(name) ?? true))
}

function picked(row: Row, names: string[], onlySmall: boolean): Row {
  const isSent = (value: Json) => !onlySmall || Buffer.byteLength(JSON.stringify(value)) <= largestValue
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => names.includes(name) && isSent(value)))
}
