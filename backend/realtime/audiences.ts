import type { Reader } from './visibility.ts'
import type { Binding } from './subscription.ts'
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
  return JSON.stringify([reader.key, serializer, topic, bindings.map(({ key }) => key)])
}

export interface Audiences {
  /** @returns the audience that the member belongs to now */
  enter(member: Member, description: AudienceDescription): Audience
  leave(member: Member, audience: Audience): void
  interestedIn(table: string): Audience[]
  all(): Audience[]
}

export function createAudiences(): Audiences {
  const audiences = new Map<string, Audience>()
  return {
    enter: (member, description) => {
      const key = audienceKey(description)
      const audience = audiences.get(key) ?? { ...description, key, members: new Set() }
      audiences.set(key, audience)
      audience.members.add(member)
      return audience
    },
    leave: (member, audience) => {
      audience.members.delete(member)
      if (audience.members.size === 0) audiences.delete(audience.key)
    },
    interestedIn: (table) =>
      [...audiences.values()].filter(({ bindings }) => bindings.some(({ tables }) => tables.includes(table))),
    all: () => [...audiences.values()],
  }
}
