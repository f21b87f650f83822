import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { limitBodyTime, type BodyTimeouts } from './body-timeouts.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

const long = 600_000
type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>

const never: BodyTimeouts = { total: long, upload: long, afterResponse: long }

/** Opens a server that responds with the length of each body, or as told, and a connection to it. */
async function open(timeouts: Partial<BodyTimeouts>, respond: Respond = respondWithLength) {
  const server = createServer((request, response) => {
    limitBodyTime(request, response, { siteUrl: 'http://localhost', timeouts: { ...never, ...timeouts } })
    void respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  closing.push(() => (socket.destroy(), server.close()))
  let received = ''
  const ended = new Promise<string>((resolve) => {
    socket.on('data', (data) => (received += String(data)))
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
  return { socket, ended, received: () => received }
}

const respondWithLength: Respond = async (request, response) => {
  const body = await request.toArray().catch(() => [])
  response.end(`${Buffer.concat(body).length} bytes`)
}

function post(socket: Socket, path: string, length: number): void {
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`)
}

async function writeSlowly(socket: Socket, chunk: Buffer, times: number): Promise<void> {
  for (let written = 0; written < times && !socket.destroyed; written += 1) {
    socket.write(chunk)
    await pause(10)
  }
}

/** A hundred times as long as `writeSlowly` pauses, so that a busy machine does not look like a slow client. */
const LONG_PAUSE_MS = 1_000

test('a body that is not complete in time gets 408, even when it progresses', async () => {
  const { socket, ended } = await open({ total: 200 })
  post(socket, '/newsletter', 1_000_000)
  void writeSlowly(socket, Buffer.alloc(1_000), 1_000)
  expect(await ended).toMatch(/^HTTP\/1\.1 408 .*^x-content-type-options: nosniff\r$/ms)
})

test('a body for a table that arrives steadily may take longer, and one that does not gets 408', async () => {
  const steady = await open({ total: LONG_PAUSE_MS })
  post(steady.socket, '/rest/v1/jobs', 120_000)
  await writeSlowly(steady.socket, Buffer.alloc(1_000), 120)
  await expect.poll(steady.received).toContain('120000 bytes')
  const slow = await open({ total: 200 })
  post(slow.socket, '/rest/v1/jobs', 40_000)
  void writeSlowly(slow.socket, Buffer.alloc(10), 4_000)
  expect(await slow.ended).toMatch(/^HTTP\/1\.1 408 /)
})

test('an upload that does not progress gets 408', async () => {
  const { socket, ended } = await open({ upload: 200 })
  post(socket, '/storage/v1/object/notices/a.pdf', 1_000)
  void writeSlowly(socket, Buffer.alloc(1), 1_000)
  expect(await ended).toMatch(/^HTTP\/1\.1 408 /)
})

test('an upload that progresses may take longer', async () => {
  const { socket, received } = await open({ upload: LONG_PAUSE_MS, total: 1 })
  post(socket, '/storage/v1/object/notices/a.pdf', 120_000)
  await writeSlowly(socket, Buffer.alloc(1_000), 120)
  await expect.poll(received).toContain('120000 bytes')
})

test('an upload that the server does not read yet is not slow', async () => {
  const started = Promise.withResolvers<void>()
  const { socket, received } = await open({ upload: 50 }, async (request, response) => {
    await started.promise
    await respondWithLength(request, response)
  })
  post(socket, '/storage/v1/object/notices/a.pdf', 3_000_000)
  socket.write(Buffer.alloc(3_000_000))
  // Ten times as long as an upload may stand still: the connection must not be closed meanwhile.
  await pause(500)
  expect(socket.destroyed).toBe(false)
  started.resolve()
  await expect.poll(received).toContain('3000000 bytes')
})

test('a request whose body is complete may be handled for longer', async () => {
  const { socket, received } = await open({ total: 20 }, async (_request, response) => {
    await pause(200)
    response.end('handled')
  })
  post(socket, '/contact', 4)
  socket.write('body')
  await expect.poll(received).toContain('handled')
})

test.each(['GET', 'POST'])('a %s connection whose body goes on after the response is closed', async (method) => {
  const { socket, ended } = await open({ afterResponse: 20 }, async (_request, response) => response.end('handled'))
  socket.write(`${method} / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`)
  const sending = setInterval(() => socket.write('1\r\nx\r\n'), 5)
  closing.push(() => clearInterval(sending))
  expect(await ended).toContain('handled')
})

test('a connection is used again after a body in time', async () => {
  const { socket, received } = await open({ total: 1_000, afterResponse: 1 })
  for (let requests = 1; requests <= 3; requests += 1) {
    post(socket, '/contact', 4)
    socket.write('body')
    await expect.poll(() => received().match(/4 bytes/g)?.length).toBe(requests)
  }
})
