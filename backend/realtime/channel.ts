import type { Audience, AudienceDescription, Audiences, Member } from './audiences.ts'
import type { Connection } from './connection.ts'
import type { Identity } from './credentials.ts'
import type { Binding } from './subscription.ts'

/** A topic that a client has joined. */
export class Channel implements Member {
  readonly topic: string
  readonly joinRef: string | null
  readonly connection: Connection
  readonly #audiences: Audiences
  #identity: Identity
  #bindings: readonly Binding[] = []
  #audience: Audience | null = null
  #isClosed = false

  constructor(
    connection: Connection,
    { topic, joinRef, identity }: { topic: string; joinRef: string | null; identity: Identity },
    audiences: Audiences,
  ) {
    this.connection = connection
    this.topic = topic
    this.joinRef = joinRef
    this.#identity = identity
    this.#audiences = audiences
  }

  get identity(): Identity {
    return this.#identity
  }

  describe(bindings: readonly Binding[]): AudienceDescription {
    const { connection, topic } = this
    return { reader: this.#identity.reader, serializer: connection.serializer, topic, bindings }
  }

  /** Starts the delivery of changes to the channel. */
  subscribe(bindings: readonly Binding[]): void {
    this.#bindings = bindings
    this.#enter()
  }

  setIdentity(identity: Identity): void {
    const isSame = identity.reader.key === this.#identity.reader.key
    this.#identity = identity
    if (!isSame) this.#enter()
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
    if (this.#audience) this.#audiences.leave(this, this.#audience)
    this.#audience = null
  }

  #leave(): void {
    this.drop()
    if (this.connection.channels.get(this.topic) === this) this.connection.channels.delete(this.topic)
  }

  #enter(): void {
    this.#exit()
    // The channel or the connection may have been closed during a query of the database.
    if (this.#bindings.length === 0 || this.#isClosed || !this.connection.isOpen) return
    this.#audience = this.#audiences.enter(this, this.describe(this.#bindings))
  }
}

export const topicPrefix = 'realtime:'
