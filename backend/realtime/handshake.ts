import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Credentials, Identity } from './credentials.ts'
import { isSerializer, type Serializer } from './wire.ts'

const realtimePath = '/realtime/v1/websocket'

/** Whether a request asks for a WebSocket of this service. The upgrade header of other requests is ignored. */
export function isRealtime({ url, headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url?.split('?', 1)[0] === realtimePath
}

interface Handshake {
  serializer: Serializer
  identity: Identity
}

interface HandshakeError {
  status: number
  message: string
}

/**
 * Reads the API key and the protocol version. The origin is not checked: no cookie is used, and the key is public.
 * @returns the identity and the serializer of the client, or the error response
 */
export function readHandshake(
  { url = '', headers }: IncomingMessage,
  credentials: Credentials,
): Handshake | HandshakeError {
  const { searchParams } = new URL(url, 'http://localhost')
  const key = headers['x-api-key'] ?? headers['apikey'] ?? searchParams.get('apikey')
  if (typeof key !== 'string' || key === '') return { status: 401, message: 'Missing API key' }
  const identity = credentials.ofKey(key)
  if (!identity) return { status: 401, message: 'Invalid API key' }
  const version = searchParams.get('vsn') ?? '1.0.0'
  if (!isSerializer(version)) return { status: 400, message: 'Unsupported serializer version' }
  return { serializer: version, identity }
}

/** @param headers of every answer of the server */
export function sendError(
  stream: Duplex,
  { status, message }: HandshakeError,
  headers: Readonly<Record<string, string>>,
): void {
  const body = JSON.stringify({ error: message })
  const all = {
    ...headers,
    date: new Date().toUTCString(),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...Object.entries(all).map((line) => line.join(': '))]
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => stream.destroy())
}
