import { connect, type Socket } from 'node:net'
import type { Server } from './server.ts'

/** A connection on which a test writes what HTTP clients would not. */
export interface RawClient {
  socket: Socket
  /** What the server has sent so far. */
  received: () => string
  /** Waits until the server has closed the connection. @returns milliseconds since it was opened */
  closed: () => Promise<number>
}

export async function openRawClient({ url }: Server): Promise<RawClient> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const openedAt = performance.now()
  let received = ''
  socket.on('data', (data) => (received += data.toString('latin1')))
  // A server that closes a connection with unread bytes resets it.
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - openedAt)))
  await new Promise((resolve) => socket.once('connect', resolve))
  return { socket, received: () => received, closed: () => closed }
}

/** Sends a request as it is and waits for the end of the connection. @returns the status of the response */
export async function rawStatus(server: Server, request: string | Buffer): Promise<number> {
  const client = await openRawClient(server)
  client.socket.write(request)
  await client.closed()
  return Number(/^HTTP\/1\.1 (\d+)/.exec(client.received())?.[1])
}
