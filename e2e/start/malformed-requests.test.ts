import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRawClient } from './raw-client.ts'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, generatedKeys, startServer, type Server } from './server.ts'

/** Source: docs/behaviour/security.md#headers-of-every-answer */
afterAll(cleanUp)

let server: Server
/** Headers of an answer that a route gives, apart from those of its body and connection. */
let expected: string[]
beforeAll(async () => {
  server = await startServer(preparedFolder())
  const { headers } = await fetch(`${server.url}/healthz`)
  const others = /^(?:connection|content-length|content-type|date|keep-alive)$/
  expected = [...headers].filter(([name]) => !others.test(name)).map((line) => line.join(': ').toLowerCase())
})

function asText(method: string, path: string, headers: Record<string, string> = {}): string {
  const all = Object.entries({ Host: 'localhost', Connection: 'close', ...headers })
  return `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

const chunked = asText('POST', '/newsletter', { 'Transfer-Encoding': 'chunked' })

const realtime = '/realtime/v1/websocket'
const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket' }
/** A valid handshake, apart from the given headers. */
const handshake = (headers: Record<string, string>) => {
  const rest = { 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' }
  const { publishableKey } = generatedKeys(server.dataDir)
  return asText('GET', `${realtime}?apikey=${publishableKey}`, { ...upgrade, ...rest, ...headers })
}

test.each<[what: string, status: number, request: () => string]>([
  ['two hosts', 400, () => 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['no host', 400, () => 'GET / HTTP/1.1\r\n\r\n'],
  ['another protocol in its address', 400, () => asText('GET', 'ftp://a/jobs')],
  ['no HTTP', 400, () => 'HELLO\r\n\r\n'],
  ['a malformed header', 400, () => 'GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n'],
  ['a malformed chunk', 400, () => `${chunked}x\r\n`],
  ['a header that does not arrive', 408, () => 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '],
  ['an extension of a chunk that is too long', 413, () => `${chunked}1;${'x'.repeat(20_000)}`],
  ['an unknown expectation', 417, () => asText('GET', '/', { Expect: 'a miracle' })],
  ['a header of 64 KB', 431, () => asText('GET', '/', { 'X-Long': 'x'.repeat(65_536) })],
  ['a handshake with two hosts', 400, () => handshake({ host: 'b' })],
  ['a handshake without a key of the contract', 401, () => asText('GET', realtime, upgrade)],
  ['a handshake without a key of its own', 400, () => handshake({ 'Sec-WebSocket-Key': 'x' })],
  ['a handshake of another version', 400, () => handshake({ 'Sec-WebSocket-Version': '7' })],
  ['a handshake of a malformed protocol', 400, () => handshake({ 'Sec-WebSocket-Protocol': 'a,,b' })],
])('the answer to %s is %i and has the headers of every answer', async (_what, status, request) => {
  const client = await openRawClient(server)
  client.socket.write(request())
  await client.closed()
  const [head = ''] = client.received().toLowerCase().split('\r\n\r\n')
  expect(head.split('\r\n')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(new RegExp(`^http/1\\.1 ${status} `)),
      'connection: close',
      expect.stringMatching(/^date: /),
      ...expected,
    ]),
  )
})

test('garbage after a request does not become a part of its response', async () => {
  const client = await openRawClient(server)
  client.socket.write(`${asText('GET', '/jobs', { Connection: 'keep-alive' })}garbage\r\n\r\n`)
  await client.closed()
  const received = client.received()
  const [head = ''] = received.split('\r\n\r\n')
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1])
  const rest = received.slice(head.length + 4 + length)
  expect(rest).toMatch(/^(?:HTTP\/1\.1 400 .*)?$/s)
})
