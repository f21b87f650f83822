import type { IncomingMessage } from 'node:http'
import { createServer, request as send, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClientAddresses } from './client-address.ts'
import { createRequestSchedule, isPipelined } from './request-schedule.ts'

const SITE = { addressOf: createClientAddresses().addressOf, siteUrl: 'https://example.org' }

const REQUEST = 'GET / HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 198.51.100.1\r\n\r\n'

function requestOf(client: string, socket: { destroyed?: boolean } = {}): IncomingMessage {
  Object.assign(socket, { remoteAddress: client })
  return { socket, headers: {} } as unknown as IncomingMessage
}

function openSchedule(limits = { perTurn: 2, waiting: 10 }) {
  const scheduleRequest = createRequestSchedule(SITE, limits)
  const begun: string[] = []
  const rejected: number[] = []
  const response = { writeHead: (status: number) => (rejected.push(status), { end: () => {} }) }
  const begin = (request: IncomingMessage, name: string) =>
    scheduleRequest(request, response as never, () => void begun.push(name))
  return { begin, begun, rejected }
}

test('a few requests of an address begin in a turn, and the others in order in later ones', async () => {
  const { begin, begun } = openSchedule()
  for (const name of ['a', 'b', 'c', 'd', 'e']) begin(requestOf('198.51.100.1'), name)
  expect(begun).toEqual(['a', 'b'])
  await nextTurn()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  begin(requestOf('198.51.100.1'), 'f')
  await nextTurn()
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

test('a request of another address does not wait behind them', async () => {
  const { begin, begun } = openSchedule()
  for (const name of ['a', 'b', 'c', 'd', 'e']) begin(requestOf('198.51.100.1'), name)
  begin(requestOf('198.51.100.2'), 'other')
  expect(begun).toEqual(['a', 'b', 'other'])
})

test('a /48 network begins sixteen times as many in a turn, and each of its addresses gets its turn', async () => {
  const { begin, begun } = openSchedule({ perTurn: 1, waiting: 10 })
  const clients = Array.from({ length: 20 }, (_, number) => `2001:db8:1:${number.toString(16)}`)
  for (const client of [...clients, ...clients]) begin(requestOf(`${client}::1`), client)
  begin(requestOf('2001:db8:2:1::1'), 'other')
  expect(begun).toEqual([...clients.slice(0, 16), 'other'])
  await nextTurn()
  // Those that have not begun at all are not behind the second requests of others.
  expect(begun).toEqual(expect.arrayContaining(clients))
  await nextTurn()
  expect(begun).toHaveLength(41)
})

test('what a request schedules while it begins waits for a turn, too', async () => {
  const scheduleRequest = createRequestSchedule(SITE, { perTurn: 1, waiting: 10 })
  const begun: string[] = []
  const begin = (name: string, next?: () => void) =>
    scheduleRequest(requestOf('198.51.100.1'), {} as never, () => {
      begun.push(name)
      next?.()
    })
  begin('a')
  begin('b', () => begin('c'))
  await nextTurn()
  expect(begun).toEqual(['a', 'b'])
  await nextTurn()
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('programs on this machine do not wait', () => {
  const { begin, begun } = openSchedule()
  for (const name of ['a', 'b', 'c', 'd']) begin(requestOf('127.0.0.1'), name)
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('a request does not begin when its connection has ended meanwhile', async () => {
  const { begin, begun } = openSchedule({ perTurn: 1, waiting: 10 })
  const socket = { destroyed: false }
  begin(requestOf('198.51.100.1'), 'a')
  begin(requestOf('198.51.100.1', socket), 'b')
  socket.destroyed = true
  await nextTurn()
  expect(begun).toEqual(['a'])
})

test('a request above those that may wait is rejected, and a second one of its connection ends that', async () => {
  const { begin, begun, rejected } = openSchedule({ perTurn: 1, waiting: 1 })
  const socket = { destroyed: false, destroy: () => (socket.destroyed = true) }
  for (const name of ['a', 'b', 'c']) begin(requestOf('198.51.100.1', socket), name)
  expect({ begun, rejected, destroyed: socket.destroyed }).toEqual({ begun: ['a'], rejected: [503], destroyed: false })
  begin(requestOf('198.51.100.1', socket), 'd')
  expect({ rejected, destroyed: socket.destroyed }).toEqual({ rejected: [503], destroyed: true })
  await nextTurn()
  expect(begun).toEqual(['a'])
})

test('requests in one packet are answered in order, the one above the limit with headers of every response', async () => {
  const server = await openServer()
  const { port } = server.address() as AddressInfo
  // 4 begin at once and 500 wait.
  const answers = await exchange(port, REQUEST.repeat(505))
  const statuses = answers.match(/HTTP\/1\.1 \d+/g) ?? []
  expect(statuses).toEqual([...Array.from({ length: 504 }, () => 'HTTP/1.1 200'), 'HTTP/1.1 503'])
  expect(answers).toMatch(/x-content-type-options: nosniff/i)
  expect(await statusOf(port)).toBe(200)
  server.close()
})

test('a connection with thousands of requests in one packet ends, and others are answered', async () => {
  const server = await openServer()
  const { port } = server.address() as AddressInfo
  await exchange(port, REQUEST.repeat(2_000)).catch(() => '')
  expect(await statusOf(port)).toBe(200)
  server.close()
})

test('a request is pipelined when the response before it on the connection is not sent', async () => {
  const pipelined: boolean[] = []
  const server = createServer((_request, response) => {
    pipelined.push(isPipelined(response))
    response.end('ok')
  })
  await listen(server)
  const { port } = server.address() as AddressInfo
  await exchange(port, REQUEST.repeat(2) + REQUEST.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'))
  expect(pipelined).toEqual([false, true, true])
  await statusOf(port)
  expect(pipelined.at(-1)).toBe(false)
  server.close()
})

async function openServer(): Promise<Server> {
  const scheduleRequest = createRequestSchedule(SITE)
  const server = createServer((request, response) => scheduleRequest(request, response, () => void response.end('ok')))
  await listen(server)
  return server
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}

async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let answers = ''
  for await (const chunk of socket) answers += String(chunk)
  return answers
}

async function statusOf(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    send({ port, host: '127.0.0.1', headers: { 'x-forwarded-for': '198.51.100.1' } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}
