import type { Audience, AudienceDescription, Member } from './audiences.ts'
import type { Connection } from './connection.ts'
import type { Identity } from './credentials.ts'
import type { DeliveryGroup, DeliveryGroups } from './delivery-groups.ts'
import type { FilterLimits } from './filter-limits.ts'
import type { Binding } from './subscription.ts'

interface ChannelContext {
  groups: Pick<DeliveryGroups, 'of'>
  filterLimits: FilterLimits
}

/** A topic that a client has joined. */
export class Channel implements Member {
  readonly topic: string
  readonly joinRef: string | null
  readonly connection: Connection
  readonly #context: ChannelContext
  #identity: Identity
  #bindings: readonly Binding[] = []
  #releaseFilters = () => {}
  #audience: Audience | null = null
  #isClosed = false

  constructor(
    connection: Connection,
    { topic, joinRef, identity }: { topic: string; joinRef: string | null; identity: Identity },
    context: ChannelContext,
  ) {
    this.connection = connection
    this.topic = topic
    this.joinRef = joinRef
    this.#identity = identity
    this.#context = context
  }

  get identity(): Identity {
    return this.#identity
  }

  /** Decides what the channel will get, and counts its filters. @throws SubscriptionError */
  bind(bindings: readonly Binding[]): void {
    this.unbind()
    const { address } = this.connection
    this.#releaseFilters = this.#context.filterLimits.count(bindings, { address, role: this.#identity.reader.role })
    this.#bindings = bindings
  }

  unbind(): void {
    this.#releaseFilters()
    this.#releaseFilters = () => {}
    this.#bindings = []
  }

  describe(): AudienceDescription {
    const { connection, topic } = this
    return { reader: this.#identity.reader, serializer: connection.serializer, topic, bindings: this.#bindings }
  }

  get group(): DeliveryGroup {
    return this.#context.groups.of(this.describe())
  }

  /** Starts the delivery of changes to the channel. */
  subscribe(): void {
    this.#exit()
    // The channel or the connection may have been closed during a query of the database.
    if (this.#bindings.length === 0 || this.#isClosed || !this.connection.isOpen) return
    this.#audience = this.group.audiences.enter(this, this.describe())
  }

  /** @throws SubscriptionError when the filters are not allowed for this identity */
  setIdentity(identity: Identity): void {
    const isSame = identity.reader.key === this.#identity.reader.key
    const { group } = this
    this.#identity = identity
    if (isSame || this.#isClosed) return
    this.bind(this.#bindings)
    // Another group may have delivered less or more by now.
    if (this.group === group) this.subscribe()
    else this.restart()
  }

  write(bytes: Buffer): void {
    this.connection.write(bytes)
  }

  /** Clients treat this as a crash: they join again, and reload the data that they show. */
  restart(): void {
    this.#send('phx_error', {})
    this.#leave()
  }

  /** Clients do not join again after this. */
  end(message: string): void {
    if (this.#isClosed) return
    this.sendSystem('system', 'error', message)
    this.close()
  }

  close(): void {
    this.#send('phx_close', {})
    this.#leave()
  }

  /** Ends the channel without a message, because its connection is closed. */
  drop(): void {
    this.#isClosed = true
    this.#exit()
    this.unbind()
  }

  /** @param extension the part of the protocol that the message is about */
  sendSystem(extension: string, status: 'ok' | 'error', message: string): void {
    const channel = this.topic.slice(topicPrefix.length)
    const payload = { message, status, extension, channel }
    this.connection.send({ joinRef: this.joinRef, ref: null, topic: this.topic, event: 'system', payload })
  }

  #send(event: string, payload: object): void {
    this.connection.send({ joinRef: this.joinRef, ref: this.joinRef, topic: this.topic, event, payload })
  }

  #exit(): void {
    if (this.#audience) this.#context.groups.of(this.#audience).audiences.leave(this, this.#audience)
    this.#audience = null
  }

  #leave(): void {
    this.drop()
    if (this.connection.channels.get(this.topic) === this) this.connection.channels.delete(this.topic)
  }
}

export const topicPrefix = 'realtime:'
