import type { AudienceDescription } from './audiences.ts'
import { publishedSchema, type PublishedTables } from './published-tables.ts'
import { eventFor, type Binding, type EventType } from './subscription.ts'
import type { VisibleRow } from './visible-row.ts'
import type { Visibility } from './visibility.ts'
import { encode, frame } from './wire.ts'

/** Bytes of a record, above which only its small values are sent. Source: realtime.apply_rls */
const largestRecord = 1_048_576
const largestValue = 64

/** A binding that hears of a change, and the form in which it does: bindings of one form share a message. */
interface Hearing {
  binding: Binding
  type: EventType
  form: string
}

/** @returns messages as frames, in the order of the changes */
export type MessagesFor = (audience: AudienceDescription, seen: VisibleRow) => Buffer[]

export function createMessages(tables: PublishedTables): MessagesFor {
  /** What one reader sees is encoded once, whatever the topics of their channels. */
  const encoded = new WeakMap<Visibility, Map<string, string>>()

  function dataOf(seen: VisibleRow, what: { index: number; sight: Visibility; hearing: Hearing }): string {
    const known = encoded.get(what.sight) ?? new Map<string, string>()
    encoded.set(what.sight, known)
    const data = known.get(what.hearing.form) ?? changeData(seen, what)
    known.set(what.hearing.form, data)
    return data
  }

  function changeData(
    { table, changes }: VisibleRow,
    { index, sight, hearing: { binding, type } }: { index: number; sight: Visibility; hearing: Hearing },
  ): string {
    const change = changes[index]
    const record = sight.record ?? change?.record ?? '{}'
    const row = JSON.parse(record) as Record<string, unknown>
    const isTooLarge = type !== 'DELETE' && Buffer.byteLength(record) > largestRecord
    const names = type === 'DELETE' ? ['id'] : shownColumns(row, binding)
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
    // Which row, and no more: what it held is not told, because who sees it now may not have seen it before.
    const before = type === 'INSERT' ? '' : `,"old_record":{"id":${JSON.stringify(row['id'])}}`
    return `${JSON.stringify(head).slice(0, -1)}${now}${before}}`
  }

  return function messagesFor(audience, seen) {
    const { bindings, serializer, topic } = audience
    return [...(seen.sightsOf(audience) ?? [])].flatMap(([index, sight]) => {
      const hearings = bindings.flatMap((binding) => hearingOf(binding, seen, { index, sight }))
      return [...Map.groupBy(hearings, ({ form }) => form).values()].map((alike) => {
        const [hearing] = alike
        const ids = JSON.stringify(alike.map(({ binding }) => binding.id))
        const data = hearing ? dataOf(seen, { index, sight, hearing }) : 'null'
        const payload = `{"ids":${ids},"data":${data}}`
        return frame(encode(serializer, { joinRef: null, ref: null, topic, event: 'postgres_changes', payload }))
      })
    })
  }
}

function hearingOf(
  binding: Binding,
  seen: VisibleRow,
  { index, sight }: { index: number; sight: Visibility },
): Hearing[] {
  const change = seen.changes[index]
  if (!change || !binding.tables.includes(seen.table)) return []
  const held = binding.conditions.map((condition) => seen.holds(condition, index))
  const type = eventFor(binding.event, change.kind, {
    isSeen: sight.record !== null && held.every(({ now }) => now),
    wasSeen: sight.wasVisible && held.every(({ before }) => before),
  })
  return type ? [{ binding, type, form: `${type} ${binding.columns?.join() ?? '*'}` }] : []
}

function shownColumns(row: Record<string, unknown>, { columns }: Binding): string[] {
  return Object.keys(row).filter((name) => name === 'id' || (columns?.includes(name) ?? true))
}

function picked(row: Record<string, unknown>, names: string[], onlySmall: boolean): Record<string, unknown> {
  const isSent = (value: unknown) => !onlySmall || Buffer.byteLength(JSON.stringify(value)) <= largestValue
  return Object.fromEntries(names.filter((name) => isSent(row[name])).map((name) => [name, row[name]]))
}
