import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { socketAddress } from '#bench/realtime/client-process.ts'
import type { Server } from '#e2e/start/server.ts'
import { frame } from '#test/web-socket-frames.ts'
import { until } from './portal.ts'

/** A realtime connection without a library, for frames that no library sends. */
export interface RawWebSocket {
  socket: Socket
  /** What the server has sent since the handshake. */
  received: () => Buffer
}

/** Source: RFC 6455, section 4.1 */
export async function openRawWebSocket(server: Server, localAddress = '127.0.0.1'): Promise<RawWebSocket> {
  const { port, pathname, search } = new URL(socketAddress(server))
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress }).setNoDelay(true)
  let bytes = Buffer.alloc(0)
  socket.on('data', (part) => (bytes = Buffer.concat([bytes, part]))).on('error', () => {})
  const head = [
    `GET ${pathname}${search} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    'Sec-WebSocket-Version: 13',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await until(() => bytes.includes('\r\n\r\n') || socket.destroyed)
  if (!bytes.toString('latin1').startsWith('HTTP/1.1 101 '))
    throw new Error(`No handshake: ${bytes.toString('latin1')}`)
  bytes = bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)
  return { socket, received: () => bytes }
}

/** A frame that joins a channel with all changes of jobs. */
export function joinFrame(): Buffer {
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'jobs' }] }
  return frame(0x81, JSON.stringify(['1', '1', 'realtime:jobs', 'phx_join', { config }]))
}
