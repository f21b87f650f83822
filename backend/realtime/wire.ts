import { z } from 'zod'
import { readJson } from '#domain/read-json.ts'

/** Serializers of the protocol: objects, and arrays. Clients before 2.100 use the first one. */
export type Serializer = '1.0.0' | '2.0.0'

export interface Message {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

const ref = z.string().max(40).nullish()
const topic = z.string().max(255)
const event = z.string().max(255)
const objectForm = z.object({ join_ref: ref, ref, topic, event, payload: z.unknown() })
const arrayForm = z.tuple([ref, ref, topic, event, z.unknown()])

export function isSerializer(version: string): version is Serializer {
  return version === '1.0.0' || version === '2.0.0'
}

/**
 * @param text what a client sent
 * @returns the message, or null for anything else
 */
export function decode(serializer: Serializer, text: string): Message | null {
  const json = readJson(text)
  if (serializer === '2.0.0') {
    const { data } = arrayForm.safeParse(json)
    if (!data) return null
    const [joinRef, own, ...rest] = data
    return { joinRef: joinRef ?? null, ref: own ?? null, topic: rest[0], event: rest[1], payload: rest[2] }
  }
  const { data } = objectForm.safeParse(json)
  return data ? { ...data, joinRef: data.join_ref ?? null, ref: data.ref ?? null } : null
}

const broadcastPush = 3

/**
 * Newer clients push broadcasts as bytes: the kind, the lengths of five texts, an encoding, the texts, the payload.
 * @returns the message without its payload, or null for anything else
 */
export function decodePush(bytes: Buffer): Message | null {
  if (bytes[0] !== broadcastPush || bytes.length < 7) return null
  let end = 7
  const [joinRef = '', ref = '', topicName = ''] = [...bytes.subarray(1, 4)].map((length) => {
    end += length
    return bytes.toString('utf8', end - length, end)
  })
  return { joinRef: joinRef || null, ref: ref || null, topic: topicName, event: 'broadcast', payload: null }
}

/** @param message whose payload is JSON text already */
export function encode(serializer: Serializer, message: Omit<Message, 'payload'> & { payload: string }): string {
  const own = JSON.stringify(message.ref)
  const name = JSON.stringify(message.topic)
  const what = JSON.stringify(message.event)
  return serializer === '2.0.0'
    ? `[${JSON.stringify(message.joinRef)},${own},${name},${what},${message.payload}]`
    : `{"topic":${name},"event":${what},"payload":${message.payload},"ref":${own}}`
}

/**
 * A message as the bytes on the wire, encoded once for all clients that get it.
 * @returns an unmasked, uncompressed WebSocket text frame. Source: RFC 6455, section 5.2
 */
export function frame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const bytes = Buffer.allocUnsafe(headerLength + length)
  bytes[0] = 0x81
  if (headerLength === 2) bytes[1] = length
  else if (headerLength === 4) {
    bytes[1] = 126
    bytes.writeUInt16BE(length, 2)
  } else {
    bytes[1] = 127
    bytes.writeBigUInt64BE(BigInt(length), 2)
  }
  bytes.write(text, headerLength)
  return bytes
}

/** @returns the frame that closes a WebSocket, with a reason of up to 123 bytes. Source: RFC 6455, section 5.5.1 */
export function closeFrame(code: number, reason: string): Buffer {
  const payload = Buffer.concat([Buffer.alloc(2), Buffer.from(reason)])
  payload.writeUInt16BE(code)
  return Buffer.concat([Buffer.from([0x88, payload.length]), payload])
}
