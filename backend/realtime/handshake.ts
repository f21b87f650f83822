import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Credentials, Identity } from './credentials.ts'
import { isSerializer, type Serializer } from './wire.ts'

const realtimePath = '/realtime/v1/websocket'

/** Whether a request asks for a WebSocket of this service; every other one is answered as if it had not asked. */
export function isRealtime({ url, headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url?.split('?', 1)[0] === realtimePath
}

interface Handshake {
  serializer: Serializer
  identity: Identity
}

interface Refusal {
  status: number
  message: string
}

/**
 * Who asks, and how they speak. The origin is of no meaning: no cookie counts here, and the public key is public.
 * @returns what is known of the client, or why there will be no socket
 */
export function readHandshake({ url = '', headers }: IncomingMessage, credentials: Credentials): Handshake | Refusal {
  const { searchParams } = new URL(url, 'http://localhost')
  const key = headers['x-api-key'] ?? headers['apikey'] ?? searchParams.get('apikey')
  if (typeof key !== 'string' || key === '') return { status: 401, message: 'Missing API key' }
  const identity = credentials.ofKey(key)
  if (!identity) return { status: 401, message: 'Invalid API key' }
  const version = searchParams.get('vsn') ?? '1.0.0'
  if (!isSerializer(version)) return { status: 400, message: 'Unsupported serializer version' }
  return { serializer: version, identity }
}

export function refuse(stream: Duplex, { status, message }: Refusal): void {
  const body = JSON.stringify({ error: message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => stream.destroy())
}
