import type { Audience } from './audiences.ts'
import { publishedSchema, type PublishedTables } from './published-tables.ts'
import { eventFor, type Binding, type EventType } from './subscription.ts'
import type { Seen } from './seen.ts'
import type { Sight } from './visibility.ts'
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

/** @returns writes the messages of an audience as frames, in the order of the changes */
export function createMessages(tables: PublishedTables) {
  /** What one reader sees is encoded once, whatever the topics of their channels. */
  const encoded = new WeakMap<Seen, Map<string, string>>()

  function dataOf(seen: Seen, { reader, index, hearing }: { reader: string; index: number; hearing: Hearing }): string {
    const known = encoded.get(seen) ?? new Map<string, string>()
    encoded.set(seen, known)
    const key = `${reader} ${index} ${hearing.form}`
    const data = known.get(key) ?? changeData(seen, { reader, index, hearing })
    known.set(key, data)
    return data
  }

  function changeData(
    { table, changes, sights }: Seen,
    { reader, index, hearing: { binding, type } }: { reader: string; index: number; hearing: Hearing },
  ): string {
    const change = changes[index]
    const record = sights.get(reader)?.get(index)?.record ?? change?.record ?? '{}'
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

  return function messagesFor({ reader, bindings, serializer, topic }: Audience, seen: Seen): Buffer[] {
    return [...(seen.sights.get(reader.key) ?? [])].flatMap(([index, sight]) => {
      const hearings = bindings.flatMap((binding) => hearingOf(binding, seen, { index, sight }))
      return [...Map.groupBy(hearings, ({ form }) => form).values()].map((alike) => {
        const [hearing] = alike
        const ids = JSON.stringify(alike.map(({ binding }) => binding.id))
        const data = hearing ? dataOf(seen, { reader: reader.key, index, hearing }) : 'null'
        const payload = `{"ids":${ids},"data":${data}}`
        return frame(encode(serializer, { joinRef: null, ref: null, topic, event: 'postgres_changes', payload }))
      })
    })
  }
}

function hearingOf(binding: Binding, seen: Seen, { index, sight }: { index: number; sight: Sight }): Hearing[] {
  const change = seen.changes[index]
  if (!change || !binding.tables.includes(seen.table)) return []
  const met = seen.met[index]
  const holds = (numbers: ReadonlySet<number> | undefined) =>
    binding.conditions.every((condition) => numbers?.has(seen.conditions.get(condition) ?? -1))
  const type = eventFor(binding.event, change.kind, {
    isSeen: sight.record !== null && holds(met?.now),
    wasSeen: sight.wasVisible && holds(met?.before),
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
