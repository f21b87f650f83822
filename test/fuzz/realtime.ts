import fc from 'fast-check'
import { FilterError, parseFilter } from '#backend/realtime/filter.ts'
import { joinPayload, readBinding, SubscriptionError } from '#backend/realtime/subscription.ts'
import { decode, decodePush, encode, frame, type Message } from '#backend/realtime/wire.ts'
import { ensure, type Target } from './target.ts'

const serializer = fc.constantFrom('1.0.0' as const, '2.0.0' as const)
const word = fc.oneof(
  fc.constantFrom('phx_join', 'heartbeat', 'broadcast', 'realtime:jobs', '__proto__', 'constructor', '', '*', 'public'),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const ref = fc.option(fc.string({ maxLength: 40 }))
const text = fc.oneof(
  fc.tuple(fc.option(word), fc.option(word), word, word, fc.jsonValue()).map((parts) => JSON.stringify(parts)),
  fc
    .record({ join_ref: word, ref: word, topic: word, event: word, payload: fc.jsonValue() })
    .map((one) => JSON.stringify(one)),
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 100 }),
)

function isMessage(message: Message | null): boolean {
  if (message === null) return true
  const isRef = (value: unknown) => value === null || typeof value === 'string'
  const isName = (value: unknown) => typeof value === 'string' && value.length <= 255
  return isRef(message.ref) && isRef(message.joinRef) && isName(message.topic) && isName(message.event)
}

const columns = ['id', 'title', 'status'].map((name) => ({ name, type: 'text', cast: 'text' }))
const published = new Map([['jobs', columns]])
const written = fc.record(
  { event: word, schema: word, table: fc.oneof(word, fc.constant('jobs')), filter: word, select: fc.array(word) },
  { requiredKeys: [] },
)
const join = fc.oneof(
  fc.jsonValue(),
  fc.record({
    config: fc.record({ postgres_changes: fc.array(fc.option(written), { maxLength: 22 }) }),
    access_token: word,
  }),
)

const operator = fc.constantFrom('eq', 'neq', 'lt', 'lte', 'gt', 'gte')
const value = fc.string({ unit: 'binary', maxLength: 20 })
const quoted = (each: string) => `"${each.replaceAll(/["\\]/g, '\\$&')}"`
const condition = fc.oneof(
  fc.record({ column: fc.constantFrom('id', 'title'), operator, isNegated: fc.boolean(), value }),
  fc.record({
    column: fc.constant('id'),
    operator: fc.constant('in'),
    isNegated: fc.boolean(),
    value: fc.array(value, { minLength: 1, maxLength: 5 }),
  }),
)
const filterPieces = fc.constantFrom(
  ...'=.,()"\\ '.split(''),
  'id=eq.',
  'not.',
  'in.(',
  'like.',
  'x',
  'भ',
  '\n',
  '__proto__',
)

export const realtimeTargets: Target[] = [
  {
    name: 'realtime texts become messages or nothing',
    property: fc.property(serializer, text, (version, sent) => {
      ensure(isMessage(decode(version, sent)), 'Not a message')
    }),
  },
  {
    name: 'realtime bytes become messages or nothing',
    property: fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.uint8Array().map((rest) => Uint8Array.of(3, ...rest)),
      ),
      (bytes) => {
        const message = decodePush(Buffer.from(bytes))
        ensure(message === null || (typeof message.topic === 'string' && message.payload === null), 'Not a message')
      },
    ),
  },
  {
    name: 'realtime messages are read as they were written, in frames of their length',
    property: fc.property(fc.tuple(ref, word, word), fc.jsonValue(), ([own, topic, event], content) => {
      const payload = JSON.stringify(content)
      const sent = encode('2.0.0', { joinRef: null, ref: own, topic, event, payload })
      const bytes = frame(sent)
      ensure(
        bytes.toString('utf8', bytes.length - Buffer.byteLength(sent)) === Buffer.from(sent).toString(),
        'Another frame',
      )
      const read = decode('2.0.0', sent)
      // V8 reads the key "\"" as "\\" when an earlier object had that key, so the payload is compared with what it read.
      const isSame = JSON.stringify(read?.payload) === JSON.stringify(JSON.parse(payload))
      ensure(read?.topic === topic && read.event === event && isSame, 'Another message')
    }),
  },
  {
    name: 'realtime joins become subscriptions to published tables or errors',
    property: fc.property(join, (sent) => {
      const { data } = joinPayload.safeParse(sent)
      for (const binding of data?.config?.postgres_changes ?? []) {
        try {
          if (binding) ensure(readBinding(binding, published).tables.join() === 'jobs', 'Another table')
        } catch (error) {
          ensure(error instanceof SubscriptionError, String(error))
        }
      }
    }),
  },
  {
    name: 'realtime filters are read as they were written',
    property: fc.property(fc.array(condition, { minLength: 1, maxLength: 20 }), (conditions) => {
      const parts = conditions.map((each) => {
        const after = Array.isArray(each.value) ? `(${each.value.map(quoted).join(',')})` : quoted(each.value)
        return `${each.column}=${each.isNegated ? 'not.' : ''}${each.operator}.${after}`
      })
      const read = parseFilter(parts.join(','))
      ensure(JSON.stringify(read.map(sorted)) === JSON.stringify(conditions.map(sorted)), 'Another filter')
    }),
  },
  {
    name: 'realtime filters of any form are read or refused',
    property: fc.property(fc.array(filterPieces, { maxLength: 60 }), (pieces) => {
      try {
        ensure(parseFilter(pieces.join('')).length <= 20, 'Too many conditions')
      } catch (error) {
        ensure(error instanceof FilterError, String(error))
      }
    }),
  },
]

function sorted<T extends object>(object: T): [string, unknown][] {
  return Object.entries(object).toSorted(([one], [other]) => one.localeCompare(other))
}
