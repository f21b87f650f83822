import type { Reader } from './visibility.ts'
import { SubscriptionError, type Binding } from './subscription.ts'
import type { Serializer } from './wire.ts'

/** One channel of one socket. */
export interface Member {
  /** Sends a frame that is ready for the wire. */
  write(bytes: Buffer): void
  /** Makes the client join again, because it has missed messages. */
  restart(): void
}

/** The properties that decide which bytes a channel gets. */
export interface AudienceDescription {
  readonly reader: Reader
  readonly serializer: Serializer
  readonly topic: string
  readonly bindings: readonly Binding[]
}

/** Channels that get the same bytes. */
export interface Audience extends AudienceDescription {
  readonly key: string
  readonly members: Set<Member>
}

export function audienceKey({ reader, serializer, topic, bindings }: AudienceDescription): string {
  return JSON.stringify([reader.key, serializer, topic, bindings.map(({ id }) => id)])
}

export interface Audiences {
  /** @returns the audience that the member belongs to now */
  enter(member: Member, description: AudienceDescription): Audience
  leave(member: Member, audience: Audience): void
  interestedIn(table: string): Audience[]
  all(): Audience[]
}

/** Limit on different conditions, since each of them is evaluated for every change. */
const mostConditions = 5_000

export function createAudiences(): Audiences {
  const audiences = new Map<string, Audience>()
  const filters = new Map<Binding, number>()
  let conditions = 0

  function count(bindings: readonly Binding[], step: 1 | -1): void {
    for (const binding of bindings) {
      const before = filters.get(binding) ?? 0
      const now = before + step
      if (now === 0) filters.delete(binding)
      else filters.set(binding, now)
      if (before === 0 || now === 0) conditions += step * binding.conditions.length
    }
  }

  function add(audience: Audience): Audience {
    count(audience.bindings, 1)
    if (conditions > mostConditions) {
      count(audience.bindings, -1)
      throw new SubscriptionError('Unable to subscribe to changes: there are too many different filters right now')
    }
    audiences.set(audience.key, audience)
    return audience
  }

  return {
    enter: (member, description) => {
      const key = audienceKey(description)
      const audience = audiences.get(key) ?? add({ ...description, key, members: new Set() })
      audience.members.add(member)
      return audience
    },
    leave: (member, audience) => {
      audience.members.delete(member)
      if (audience.members.size > 0 || !audiences.delete(audience.key)) return
      count(audience.bindings, -1)
    },
    interestedIn: (table) =>
      [...audiences.values()].filter(({ bindings }) => bindings.some(({ tables }) => tables.includes(table))),
    all: () => [...audiences.values()],
  }
}
