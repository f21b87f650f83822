import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { limitUnread } from './unread-limits.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** More than the operating system buffers for a connection. */
const LARGE = 20_000_000
const long = 600_000

interface Connection {
  client: Socket
  accepted: Socket
}

/** A server that responds with as many bytes as the path says. */
async function open(limits: { stall: number; bytes: number }) {
  const sockets: Socket[] = []
  const server = createServer((request, response) => response.end(Buffer.alloc(Number(request.url?.slice(1)))))
  server.on('connection', (socket) => sockets.push(socket))
  limitUnread(server, { ...limits, interval: 20 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => (server.closeAllConnections(), server.close()))
  /** Opens a connection that requests bytes and reads nothing. */
  return async (bytes: number): Promise<Connection> => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    closing.push(() => client.destroy())
    client.on('error', () => {}).pause()
    client.write(`GET /${bytes} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const number = sockets.length
    await expect.poll(() => (sockets[number]?.bytesWritten ?? 0) > bytes).toBe(true)
    return { client, accepted: sockets[number] as Socket }
  }
}

test('a client that reads nothing of a response is disconnected, even when it sends something', async () => {
  const request = await open({ stall: 200, bytes: long * LARGE })
  const { client, accepted } = await request(LARGE)
  const writing = setInterval(() => client.write('\r\n'), 20)
  closing.push(() => clearInterval(writing))
  await expect.poll(() => accepted.destroyed).toBe(true)
})

test('a client that reads slowly is not disconnected, nor one that has read everything', async () => {
  const request = await open({ stall: 4_000, bytes: long * LARGE })
  const { client, accepted } = await request(LARGE)
  const { accepted: idle } = await request(10)
  let read = 0
  let wanted = 0
  client.on('data', (data) => {
    read += data.length
    if (read >= wanted) client.pause()
  })
  for (let reads = 0; reads < 5; reads += 1) {
    // The client reads nothing for a second, which is less than the time that a connection may stand still.
    await pause(1_000)
    wanted = read + 3_000_000
    client.resume()
    await expect.poll(() => read).toBeGreaterThanOrEqual(wanted)
  }
  expect([read < LARGE, accepted.destroyed, idle.destroyed]).toEqual([true, false, false])
})

test('clients with the most unread bytes are disconnected when all together have too many', async () => {
  const request = await open({ stall: long, bytes: 1.5 * LARGE })
  const [small, large, largest] = [await request(100), await request(LARGE), await request(LARGE * 2)]
  await expect.poll(() => largest.accepted.destroyed).toBe(true)
  expect([small.accepted.destroyed, large.accepted.destroyed]).toEqual([false, false])
})
