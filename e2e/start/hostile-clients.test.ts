import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlErrors } from '#e2e/html/html-errors.ts'
import { openRawClient, rawStatus, type RawClient } from './raw-client.ts'
import { send } from './several-servers.ts'
import { preparedFolder } from './prepared-folder.ts'
import { adminHeaders, cleanUp, generatedKeys, startServer, type Server } from './server.ts'

afterAll(cleanUp)

let server: Server
beforeAll(async () => {
  server = await startServer(preparedFolder())
})

/** Milliseconds: the server closes slow connections after at most 15 seconds; the rest is for a busy machine. */
const SOON = 18_000

/** Writes a byte a second until the connection is closed. @returns milliseconds that it was open */
async function writeSlowly({ socket, closed }: RawClient): Promise<number> {
  const writing = setInterval(() => socket.write('x'), 1_000)
  return closed().finally(() => clearInterval(writing))
}

function headersOf(headers: Record<string, string>): string {
  return Object.entries({ Host: 'localhost', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

describe.concurrent('slow clients', () => {
  test('a connection on which nothing is sent is closed', async () => {
    const { closed } = await openRawClient(server)
    expect(await closed()).toBeLessThan(SOON)
  })

  test('a client that sends its headers slowly is disconnected', async () => {
    const client = await openRawClient(server)
    client.socket.write('GET / HTTP/1.1\r\nX-Slow: ')
    expect(await writeSlowly(client)).toBeLessThan(SOON)
  })

  test('a client that sends a form slowly gets 408', async () => {
    const client = await openRawClient(server)
    client.socket.write(`POST /newsletter HTTP/1.1\r\n${headersOf({ 'Content-Length': '1000' })}\r\n`)
    expect(await writeSlowly(client)).toBeLessThan(SOON)
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('an admin who uploads slowly gets 408', async () => {
    const client = await openRawClient(server)
    const type = { 'Content-Type': 'application/pdf', 'Content-Length': '1000' }
    const headers = headersOf({ ...(await adminHeaders(server)), ...type })
    client.socket.write(`POST /storage/v1/object/notices/slow.pdf HTTP/1.1\r\n${headers}\r\n%PDF-1.7 `)
    expect(await writeSlowly(client)).toBeLessThan(SOON)
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('a client that does not read its responses is disconnected', async () => {
    const { socket, closed } = await openRawClient(server)
    socket.pause()
    // 100 MB of responses: more than the operating system buffers.
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000))
    // A client that does not read learns of the end when it writes.
    const writing = setInterval(() => socket.write('\r\n'), 500)
    expect(await closed().finally(() => clearInterval(writing))).toBeLessThan(60_000)
  })
})

describe('odd requests', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    `GET ${path} HTTP/1.1\r\n${headersOf({ Connection: 'close', ...headers })}\r\n`

  test.each([
    ['TRACE', 405],
    ['PROPFIND', 405],
    ['LINK', 405],
  ])('the method %s gets %i', async (method, status) => {
    for (const path of ['/', '/jobs', '/newsletter', '/rest/v1/jobs', '/assets/a.js', '/admin'])
      expect([path, await rawStatus(server, get(path).replace('GET', method))]).toEqual([path, status])
  })

  test('a method in a header is ignored', async () => {
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      expect(await rawStatus(server, get('/jobs', { [name]: 'DELETE' }))).toBe(200)
      const form = get('/jobs', { [name]: 'GET', 'Content-Length': '0' }).replace('GET', 'POST')
      expect(await rawStatus(server, form)).toBe(405)
    }
  })

  test('a request with two lengths, which a proxy could read in another way, gets 400', async () => {
    const both = { 'Content-Length': '5', 'Transfer-Encoding': 'chunked' }
    expect(await rawStatus(server, `${get('/newsletter', both).replace('GET', 'POST')}0\r\n\r\n`)).toBe(400)
    const twice = `POST /newsletter HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nemail`
    expect(await rawStatus(server, twice)).toBe(400)
  })

  test('a request with two hosts or a malformed one gets 400, one of HTTP/1.0 needs none', async () => {
    const key = generatedKeys(server.dataDir).publishableKey
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
    for (const path of ['/', '/search?q=ssc', '/healthz', '/favicon.svg', `/rest/v1/jobs?limit=1&apikey=${key}`])
      for (const [hosts, status] of [
        ['Host: a\r\nHost: b\r\n', 400],
        ['Host: a\r\nhost: a\r\n', 400],
        ['Host: a/b\r\n', 400],
        ['Host:\r\n', 200],
      ])
        expect([
          path,
          hosts,
          await rawStatus(server, `GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`),
        ]).toEqual([path, hosts, status])
    const twice = `GET /realtime/v1/websocket?apikey=${key} HTTP/1.1\r\nHost: a\r\nHost: b\r\n${upgrade}\r\n`
    expect(await rawStatus(server, twice)).toBe(400)
    for (const path of ['/', '/healthz', '/readyz'])
      expect(await rawStatus(server, `GET ${path} HTTP/1.0\r\n\r\n`)).toBe(200)
  })

  test.each([
    ['one header of 64 KB', { 'X-Long': 'x'.repeat(65_536) }],
    ['10,000 headers', Object.fromEntries(Array.from({ length: 10_000 }, (_, number) => [`X-${number}`, '1']))],
  ])('%s gets 431', async (_what, headers) => {
    expect(await rawStatus(server, get('/', headers))).toBe(431)
  })

  test.each([
    '/jobs/x%00y',
    '/%00',
    '/jobs/%',
    '/jobs/%ff',
    '/jobs/%E0%A4%A',
    '/jobs/%2e%2e%2f%00',
    '/jobs/x%00y/calendar.ics',
    '/share/jobs/x%00y.png',
    '/share/jobs/%ff.png',
    '/sitemaps/%00.xml',
    '/sitemaps/%ff.xml',
    '/sections/%00',
    '/sections/%ff',
    '/jobs/../%00',
    '/assets/%00.js',
  ])('the path %s gets 404', async (path) => {
    expect(await rawStatus(server, get(path))).toBe(404)
  })

  test.each(['/rest/v1/%00', '/rest/v1/jobs%ff', '/auth/v1/%ff', '/storage/v1/object/public/notices/%00'])(
    'the path %s of the contract gets 400 or 404',
    async (path) => {
      const { publishableKey } = generatedKeys(server.dataDir)
      expect([400, 404]).toContain(await rawStatus(server, get(path, { apikey: publishableKey })))
    },
  )

  test.each(['\0', '\x7f', ' '])('the byte %j in a path gets 400', async (byte) => {
    expect(await rawStatus(server, get(`/jobs/x${byte}y`))).toBe(400)
  })
})

describe('bodies that are too large', () => {
  /** Sends up to 4 GB, in chunks, until the server closes the connection. @returns status, and bytes that it took */
  async function sendHuge(method: string, path: string): Promise<{ status: number; bytes: number }> {
    const { socket, received, closed } = await openRawClient(server)
    const { publishableKey } = generatedKeys(server.dataDir)
    const headers = headersOf({ apikey: publishableKey, 'Transfer-Encoding': 'chunked', 'Content-Type': 'text/plain' })
    socket.write(`${method} ${path} HTTP/1.1\r\n${headers}\r\n`)
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`)
    for (let sent = 0; sent < 65_536 && !socket.destroyed; sent += 1) {
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), closed()])
    }
    socket.end()
    await closed()
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(received())?.[1]), bytes: socket.bytesWritten }
  }

  test.each([
    ['POST', '/newsletter', 413],
    ['POST', '/contact', 413],
    ['POST', '/jobs', 405],
    ['GET', '/jobs', 200],
    ['GET', '/search?q=a', 200],
    ['POST', '/rest/v1/newsletter_subscribers', 413],
    ['POST', '/rest/v1/rpc/list_notices', 411],
    ['POST', '/auth/v1/token?grant_type=password', 411],
    ['POST', '/functions/v1/push-notifications/subscribe', 413],
  ])('%s %s with a body of 4 GB gets %i, and the connection is closed', async (method, path, status) => {
    const { status: received, bytes } = await sendHuge(method, path)
    expect(received).toBe(status)
    expect(bytes).toBeLessThan(2_000_000_000)
  })

  test('a compressed body is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000, '{"email":"a@example.org"}'))
    for (const path of ['/rest/v1/rpc/list_notices', '/rest/v1/jobs']) {
      const response = await fetch(server.url + path, {
        method: 'POST',
        headers: {
          apikey: generatedKeys(server.dataDir).publishableKey,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        },
        body: bomb,
      })
      expect([path, [400, 401, 415].includes(response.status)]).toEqual([path, true])
    }
  })

  test('a newsletter form above 4 KB gets 413', async () => {
    const send = (length: number) =>
      fetch(`${server.url}/newsletter`, {
        method: 'POST',
        body: new URLSearchParams({ email: 'reader@example.org', more: 'x'.repeat(length) }),
      })
    expect((await send(4_096)).status).toBe(413)
    expect((await send(3_000)).status).toBe(200)
  })
})

describe('an address that requests many different pages', () => {
  const search = (address: string, text: string) =>
    send(`${server.url}/search?q=${text}`, { headers: { 'x-forwarded-for': address } })

  test('some of its requests get 503 and a time to wait, while others, and pages in memory, are served', async () => {
    expect((await send(`${server.url}/jobs`)).status).toBe(200)
    const crowd = Array.from({ length: 300 }, (_, number) => search('203.0.113.7', `recruitment+${number}`))
    const [other, cached] = await Promise.all([
      search('198.51.100.1', 'clerk'),
      send(`${server.url}/jobs`, { headers: { 'x-forwarded-for': '203.0.113.7' } }),
    ])
    expect([other.status, cached.status]).toEqual([200, 200])
    const responses = await Promise.all(crowd)
    const rejected = responses.filter(({ status }) => status === 503)
    expect(rejected.length).toBeGreaterThan(0)
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(rejected[0]?.headers).toMatchObject({
      'retry-after': '2',
      'cache-control': expect.stringContaining('no-store'),
    })
    expect(rejected[0]?.text).toContain('One moment, please')
    expect(await htmlErrors(rejected[0]?.text ?? '')).toEqual([])
  })

  test('a crawler that requests ten pages at once is not limited', async () => {
    for (let round = 0; round < 10; round += 1) {
      const crawl = Array.from({ length: 10 }, (_, number) => search('203.0.113.8', `officer+${round}+${number}`))
      expect(new Set((await Promise.all(crawl)).map(({ status }) => status))).toEqual(new Set([200]))
    }
  })
})

test('connections that stay open in silence do not shut others out for long', async () => {
  const small = await startServer(preparedFolder(), { env: { CONNECTIONS: '20' } })
  const silent = await Promise.all(Array.from({ length: 30 }, () => openRawClient(small)))
  await expect.poll(() => silent.filter(({ socket }) => socket.destroyed).length).toBeGreaterThanOrEqual(10)
  await expect(fetch(small.url)).rejects.toThrow('fetch failed')
  expect(await silent[0]?.closed()).toBeLessThan(SOON)
  await expect
    .poll(() =>
      fetch(small.url).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
})
