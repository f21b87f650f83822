import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { REALTIME_EVENTS_PER_SECOND } from '#domain/limits.ts'
import type { Channel } from './channel.ts'
import type { Identity } from './credentials.ts'
import { closeFrame, decode, decodePush, encode, frame, type Message, type Serializer } from './wire.ts'

/** Bytes that may wait for a client that reads slowly. */
const largestBacklog = 1_048_576
/** Messages a client may send at once; beyond them it may send REALTIME_EVENTS_PER_SECOND. */
const burst = 60
/** Milliseconds in which a client that sent more gets to know why its socket ends. */
const rejectionTime = 500

export type Handler = (connection: Connection, message: Message) => Promise<void>

interface ConnectionOptions {
  /** Client address, or its network, for the limits. */
  address: string
  identity: Identity
  handle: Handler
  /** Called for a message that is none of the protocol; it is dropped. */
  onMalformed: () => void
}

/** One client's socket. */
export class Connection {
  readonly address: string
  readonly identity: Identity
  readonly channels = new Map<string, Channel>()
  readonly #socket: WebSocket
  readonly #stream: Duplex
  readonly #serializer: Serializer
  #work: Promise<void> = Promise.resolve()
  #tokens = burst
  #receivedAt = performance.now()
  #drainedAt = performance.now()
  /** Whether the closing frame was written: nothing may follow it. */
  #isClosing = false

  /** @param stream what the frames of the socket are written to */
  constructor(
    { socket, stream, serializer }: { socket: WebSocket; stream: Duplex; serializer: Serializer },
    { address, identity, handle, onMalformed }: ConnectionOptions,
  ) {
    this.#socket = socket
    this.#stream = stream
    this.#serializer = serializer
    this.address = address
    this.identity = identity
    socket.on('message', (data, isBinary) => {
      if (!this.#isAllowed()) return
      const message = this.#decode(data, isBinary)
      if (message) this.#receive(message, handle)
      else onMalformed()
    })
    socket.on('ping', () => this.#isAllowed())
    socket.on('pong', () => this.#isAllowed())
    // Invalid frames; the library closes the socket with the matching code.
    socket.on('error', () => {})
    socket.on('close', () => this.#dropChannels())
  }

  get serializer(): Serializer {
    return this.#serializer
  }

  get isOpen(): boolean {
    return !this.#isClosing && this.#socket.readyState === this.#socket.OPEN
  }

  send(message: Omit<Message, 'payload'> & { payload: object }): void {
    this.write(frame(encode(this.#serializer, { ...message, payload: JSON.stringify(message.payload) })))
  }

  /** Writes everything that is sent meanwhile with one call of the system. */
  sendTogether(send: () => void): void {
    this.#stream.cork()
    try {
      send()
    } finally {
      this.#stream.uncork()
    }
  }

  reply({ joinRef, ref, topic }: Message, status: 'ok' | 'error', response: object): void {
    this.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  /** Writes encoded frames past the library, which would frame and write each message for every client (decision 027). */
  write(bytes: Buffer): void {
    if (!this.isOpen) return
    if (this.#stream.writableLength > largestBacklog) this.#socket.terminate()
    else this.#stream.write(bytes)
  }

  /** @returns milliseconds since the last message of the client, and since it had read all bytes */
  idleTimes(): { received: number; drained: number } {
    const now = performance.now()
    if (this.#stream.writableLength === 0) this.#drainedAt = now
    return { received: now - this.#receivedAt, drained: now - this.#drainedAt }
  }

  close(code: number, reason: string): void {
    this.#dropChannels()
    this.#socket.close(code, reason)
  }

  /** Tells the client and closes the socket, without waiting until the client confirms it. */
  closeAtOnce(code: number, reason: string): void {
    this.#dropChannels()
    if (!this.isOpen) return
    this.#stream.write(closeFrame(code, reason))
    this.#isClosing = true
    // Otherwise the client reads slowly: the operating system has not taken all bytes yet.
    if (this.#stream.writableLength === 0) this.#stream.destroy()
  }

  terminate(): void {
    this.#socket.terminate()
  }

  #decode(data: RawData, isBinary: boolean): Message | null {
    const bytes = data as Buffer
    return isBinary ? decodePush(bytes) : decode(this.#serializer, bytes.toString())
  }

  #receive(message: Message, handle: Handler): void {
    if (message.topic === 'phoenix') {
      if (message.event === 'heartbeat') this.reply(message, 'ok', {})
      return
    }
    // Messages are handled one after the other: a client may leave a channel before its join is complete.
    this.#work = this.#work.then(() => handle(this, message))
  }

  #isAllowed(): boolean {
    if (this.#tokens < 0) return false
    const now = performance.now()
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#receivedAt) / 1000) * REALTIME_EVENTS_PER_SECOND) - 1
    this.#receivedAt = now
    if (this.#tokens < 0) this.#reject()
    return this.#tokens >= 0
  }

  /** The library alone would read whatever follows for half a minute, in which the client may confirm the closing frame. */
  #reject(): void {
    this.close(1008, 'Too many messages per second')
    this.#socket.pause()
    setTimeout(() => this.#socket.terminate(), rejectionTime).unref()
  }

  #dropChannels(): void {
    for (const channel of this.channels.values()) channel.drop()
    this.channels.clear()
  }
}
