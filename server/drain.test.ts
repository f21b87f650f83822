import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { prepareDrain } from './drain.ts'

type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>

interface Client {
  socket: Socket
  received: () => string
  isClosed: () => boolean
}

/** A server on a free port, with one connection that has got a first response. */
async function open(respond: Respond) {
  const server = createServer((request, response) => void respond(request, response))
  const drain = prepareDrain(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const openClient = async (): Promise<Client> => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    let isClosed = false
    socket.on('data', (data) => (received += String(data)))
    socket.on('close', () => (isClosed = true))
    socket.on('error', () => {})
    const client = { socket, received: () => received, isClosed: () => isClosed }
    get(client)
    await expect.poll(client.received).toContain('first')
    return client
  }
  return { port, client: await openClient(), drain: (isQuick: boolean) => drain([server], isQuick) }
}

function get({ socket }: Client, path = '/first'): void {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
}

const respondWithPath: Respond = async (request, response) => response.end(request.url)

test('an idle connection may send one more request, whose response says that it was the last', async () => {
  const { client, drain, port } = await open(respondWithPath)
  expect(client.received()).toContain('Connection: keep-alive')
  const drained = drain(false)
  await expect.poll(() => refusal(port)).toBe('ECONNREFUSED')
  expect(client.isClosed()).toBe(false)
  get(client, '/second')
  await expect.poll(client.isClosed).toBe(true)
  expect(client.received()).toMatch(/connection: close[^]*\/second/i)
  await drained
})

test('a request in progress is answered, and its response says that it was the last', async () => {
  const second = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const { client, drain } = await open(async (request, response) => {
    if (request.url === '/second') {
      arrived.resolve()
      await second.promise
    }
    response.writeHead(200, ['content-type', 'text/plain']).end(request.url)
  })
  get(client, '/second')
  await arrived.promise
  const drained = drain(true)
  second.resolve()
  await drained
  await expect.poll(client.isClosed).toBe(true)
  expect(client.received()).toMatch(/connection: close[^]*\/second/i)
})

test('a quick stop closes idle connections at once', async () => {
  const { client, drain } = await open(respondWithPath)
  await drain(true)
  await expect.poll(client.isClosed).toBe(true)
})

test('a connection that is idle all the time is closed in the end', async () => {
  const { client, drain } = await open(respondWithPath)
  await drain(false)
  await expect.poll(client.isClosed).toBe(true)
})

test('a request that does not finish does not delay a stop for ever', async () => {
  const { client, drain } = await open(async (request, response) => request.url === '/first' && response.end('first'))
  get(client, '/second')
  await drain(true)
  await expect.poll(client.isClosed).toBe(true)
})

/** @returns the error of a new connection */
function refusal(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(undefined)))
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
  })
}
