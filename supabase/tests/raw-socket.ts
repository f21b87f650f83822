import { WebSocket } from 'ws'
import { until } from './realtime-client.ts'
import { afterwards, keys } from './test-database.ts'

/** A message in either serializer. */
interface RawMessage {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  // Unknown: tests compare it.
  payload: Record<string, unknown>
}

export interface RawSocket {
  readonly socket: WebSocket
  readonly texts: string[]
  readonly messages: RawMessage[]
  readonly closed: { code: number; reason: string }[]
  send(message: Partial<RawMessage> & { event: string }): void
  /** Sends a message and waits for the reply with the same ref. */
  request(message: Partial<RawMessage> & { event: string }): Promise<RawMessage>
  until(condition: (socket: RawSocket) => unknown): Promise<void>
}

interface RawOptions {
  url: string
  vsn?: '1.0.0' | '2.0.0'
  key?: string
  /** Address that the server counts the socket for. */
  address?: string
}

export function address(url: string, parameters: Record<string, string>): string {
  return `${url.replace('http', 'ws')}/realtime/v1/websocket?${new URLSearchParams(parameters)}`
}

/** A WebSocket without a client library; it is closed after the test. */
export async function openRaw({
  url,
  vsn = '2.0.0',
  key = keys.publishableKey,
  address: client,
}: RawOptions): Promise<RawSocket> {
  const socket = new WebSocket(address(url, { apikey: key, vsn }), { headers: client ? { 'x-client': client } : {} })
  afterwards(() => socket.terminate())
  const raw: RawSocket = {
    socket,
    texts: [],
    messages: [],
    closed: [],
    send: ({ joinRef = null, ref = null, topic = 'phoenix', event, payload = {} }) =>
      socket.send(
        JSON.stringify(
          vsn === '2.0.0' ? [joinRef, ref, topic, event, payload] : { join_ref: joinRef, ref, topic, event, payload },
        ),
      ),
    request: async (message) => {
      const ref = String((lastRef += 1))
      raw.send({ ref, ...message })
      const isReply = (one: RawMessage) => one.event === 'phx_reply' && one.ref === (message.ref ?? ref)
      await raw.until(({ messages }) => messages.some(isReply))
      return raw.messages.find(isReply) as RawMessage
    },
    until: (condition) => until(() => condition(raw), condition.toString()),
  }
  socket.on('message', (data) => {
    const text = (data as Buffer).toString()
    raw.texts.push(text)
    raw.messages.push(read(text))
  })
  socket.on('close', (code, reason) => raw.closed.push({ code, reason: reason.toString() }))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return raw
}

let lastRef = 0

function read(text: string): RawMessage {
  const json = JSON.parse(text)
  if (!Array.isArray(json)) return { joinRef: null, ...json }
  const [joinRef, ref, topic, event, payload] = json
  return { joinRef, ref, topic, event, payload }
}

/** @returns the messages about changes */
export function changesOf({ messages }: RawSocket): RawMessage[] {
  return messages.filter(({ event }) => event === 'postgres_changes')
}

/** @returns the titles of changed records */
export function titlesOf(raw: RawSocket): string[] {
  return changesOf(raw).map(({ payload }) => (payload['data'] as { record: { title: string } }).record.title)
}

/** The payload of a join that subscribes to these changes. */
export function joinPayload(...bindings: object[]): Record<string, unknown> {
  return { config: { postgres_changes: bindings } }
}

/** @returns status and body of the response to a handshake that is rejected */
export async function rejectionOf(where: string, headers: Record<string, string> = {}): Promise<[number, string]> {
  const socket = new WebSocket(where, { headers })
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.terminate()
      reject(new Error('The handshake was accepted'))
    })
    socket.once('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', (part: Buffer) => (body += part.toString()))
      response.on('end', () => resolve([response.statusCode ?? 0, body]))
    })
    socket.on('error', () => {})
  })
}
