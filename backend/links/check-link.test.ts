import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { publicNetwork, type Network } from './ask-server.ts'
import { checkLink } from './check-link.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const seen: string[] = []
let isBodyEnded = false

const answers: Record<string, Handler> = {
  '/works': (_request, response) => response.end('x'),
  '/gone': (_request, response) => response.writeHead(404).end(),
  '/broken': (_request, response) => response.writeHead(500).end(),
  '/forbidden': (_request, response) => response.writeHead(403).end(),
  '/busy': (_request, response) => response.writeHead(429).end(),
  '/no-head': ({ method }, response) => response.writeHead(method === 'HEAD' ? 405 : 200).end(),
  '/wrong-head': ({ method }, response) => response.writeHead(method === 'HEAD' ? 404 : 200).end(),
  '/closes-head': ({ method, socket }, response) => (method === 'HEAD' ? socket.destroy() : response.end()),
  '/hangs': () => {},
  '/endless': ({ method }, response) => {
    if (method === 'HEAD') return response.writeHead(405).end()
    response.on('close', () => (isBodyEnded = true))
    const write = () => response.write(Buffer.alloc(65_536)) && setImmediate(write)
    response.on('drain', write)
    return write()
  },
  '/endless-head': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const write = () => !socket.destroyed && socket.write(`x-more: ${'x'.repeat(4_000)}\r\n`) && setImmediate(write)
    socket.on('drain', write).on('error', () => {})
    write()
  },
  '/moved': (_request, response) => response.writeHead(301, { location: '/works' }).end(),
  '/moved-to-gone': (_request, response) => response.writeHead(302, { location: './gone' }).end(),
  '/circle': (_request, response) => response.writeHead(302, { location: '/circle' }).end(),
  '/moved-in-hindi': (_request, response) =>
    response.writeHead(301, { location: Buffer.from('/भर्ती').toString('latin1') }).end(),
  [encodeURI('/भर्ती')]: (_request, response) => response.end(),
  '/nowhere': (_request, response) => response.writeHead(302).end(),
  '/to': ({ url = '' }, response) =>
    response.writeHead(302, { location: new URL(url, 'http://x').searchParams.get('address') ?? '' }).end(),
}

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://x')
  seen.push(`${request.method} ${pathname}`)
  answers[pathname]?.(request, response)
})
const notHttp = createTcpServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.6\r\n'))
const [port, sshPort] = await Promise.all([listen(server), listen(notHttp)])
afterAll(() => {
  server.closeAllConnections()
  server.close()
  notHttp.close()
})

/** Allows the server of this test, and otherwise only what the public network allows. */
const network: Network = {
  allowsAddress: (address, host) => host === '127.0.0.1' || publicNetwork.allowsAddress(address, host),
  allowsPort: (wanted) => [String(port), String(sshPort)].includes(wanted) || publicNetwork.allowsPort(wanted),
}
const timeouts = { request: 30_000, link: 60_000 }
const shortTimeouts = { request: 300, link: 60_000 }
const check = (address: string, more: object = {}) =>
  checkLink(new URL(address, `http://127.0.0.1:${port}`).href, { program: 'Test/1.0', network, timeouts, ...more })

describe('answers', () => {
  test.each([
    ['/works', 'works', 200, ['HEAD']],
    ['/gone', 'fails', 404, ['HEAD', 'GET']],
    ['/broken', 'fails', 500, ['HEAD', 'GET']],
    ['/forbidden', 'unknown', 403, ['HEAD', 'GET']],
    ['/busy', 'unknown', 429, ['HEAD', 'GET']],
    ['/no-head', 'works', 200, ['HEAD', 'GET']],
    ['/wrong-head', 'works', 200, ['HEAD', 'GET']],
    ['/closes-head', 'works', 200, ['HEAD', 'GET']],
    ['/endless', 'works', 200, ['HEAD', 'GET']],
    ['/nowhere', 'unknown', 302, ['HEAD']],
  ])('%s: %s', async (path, outcome, status, methods) => {
    seen.length = 0
    expect(await check(path)).toEqual({ outcome, status, reason: null })
    expect(seen).toEqual(methods.map((method) => `${method} ${path}`))
  })

  test('a body without end is not read to its end', async () => {
    isBodyEnded = false
    await check('/endless')
    await expect.poll(() => isBodyEnded, { timeout: 30_000 }).toBe(true)
  })

  test.each([
    ['/endless-head', 'unknown', 'no-http'],
    [`http://127.0.0.1:${sshPort}/`, 'unknown', 'no-http'],
    ['http://nothing.invalid/', expect.stringMatching('fails|unknown'), expect.stringMatching('no-host|no-network')],
  ])('%s gives no answer', async (address, outcome, reason) => {
    expect(await check(address)).toEqual({ outcome, status: null, reason })
  })

  test('a server that does not answer in time is asked twice', async () => {
    seen.length = 0
    expect(await check('/hangs', { timeouts: shortTimeouts })).toEqual({
      outcome: 'fails',
      status: null,
      reason: 'no-answer',
    })
    expect(seen).toEqual(['HEAD /hangs', 'GET /hangs'])
  })

  test('a port that nobody listens on gives no answer', async () => {
    const closed = createTcpServer()
    const free = await listen(closed)
    await new Promise((resolve) => closed.close(resolve))
    const allowsPort = () => true
    const answer = await check(`http://127.0.0.1:${free}/`, { network: { ...network, allowsPort } })
    expect(answer).toEqual({ outcome: 'fails', status: null, reason: 'no-answer' })
  })

  test('a check that is aborted throws', async () => {
    const stopping = new AbortController()
    const checking = check('/hangs', { signal: stopping.signal })
    stopping.abort()
    await expect(checking).rejects.toThrow('aborted')
  })

  test('the time of a link limits all its requests together', async () => {
    expect(await check('/circle', { timeouts: { request: 30_000, link: 300 } })).toEqual({
      outcome: 'fails',
      status: null,
      reason: 'no-answer',
    })
  })
})

describe('redirects', () => {
  test.each([
    ['/moved', { outcome: 'works', status: 200, reason: null }],
    ['/moved-in-hindi', { outcome: 'works', status: 200, reason: null }],
    ['/moved-to-gone', { outcome: 'fails', status: 404, reason: null }],
    ['/circle', { outcome: 'unknown', status: null, reason: 'redirects' }],
  ])('%s is followed', async (path, answer) => {
    expect(await check(path)).toEqual(answer)
  })

  test('of a redirect to another host that gives no answer, the host is named', async () => {
    const answer = await check(`/to?address=${encodeURIComponent('http://no-such-host.invalid/')}`)
    expect(answer).toMatchObject({ status: null, failedHost: 'no-such-host.invalid' })
  })

  test.each([
    ['http://169.254.169.254/latest/meta-data/', 'not-public'],
    ['http://10.0.0.1/', 'not-public'],
    ['http://192.168.1.1/', 'not-public'],
    ['http://100.64.0.1/', 'not-public'],
    ['http://[::1]/', 'not-public'],
    ['http://[fe80::1]/', 'not-public'],
    ['http://[::ffff:169.254.169.254]/', 'not-public'],
    ['http://0x7f000002/', 'not-public'],
    ['http://2130706434/', 'not-public'],
    ['http://localhost/', 'not-public'],
    ['http://8.8.8.8:22/', 'not-allowed'],
    ['http://8.8.8.8:6379/', 'not-allowed'],
    ['https://user:secret@8.8.8.8/', 'not-allowed'],
    ['ftp://8.8.8.8/', 'not-allowed'],
    ['file:///etc/passwd', 'not-allowed'],
    ['javascript:alert(1)', 'not-allowed'],
  ])('one to %s is not followed', async (address, reason) => {
    expect(await check(`/to?address=${encodeURIComponent(address)}`)).toEqual({
      outcome: 'unknown',
      status: null,
      reason,
    })
    expect(await checkLink(address, { program: 'Test/1.0', timeouts })).toEqual({
      outcome: 'unknown',
      status: null,
      reason,
    })
  })
})

test('this machine is asked only where a test allows it', async () => {
  seen.length = 0
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    const options = { program: 'Test/1.0', network: { ...publicNetwork, allowsPort: () => true } }
    const answer = await checkLink(`http://${host}:${port}/works`, options)
    expect(answer).toEqual({ outcome: 'unknown', status: null, reason: 'not-public' })
    expect(await checkLink(`http://${host}:${port}/works`, { program: 'Test/1.0' })).toMatchObject({
      reason: 'not-allowed',
    })
  }
  expect(seen).toEqual([])
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
