import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { CachedResponse } from './cached-response.ts'

const body = '<!doctype html><title>Cached</title>'
const timing = { current: ['server-timing', 'open-pages;dur=1'] }
const connection = { header: '' }
let page: CachedResponse
let heads: { wasRepeated: boolean }[] = []

const server = createServer((request, response) => {
  if (connection.header) response.setHeader('connection', connection.header)
  const writeHead = response.writeHead.bind(response)
  const head = { wasRepeated: true }
  heads.push(head)
  response.writeHead = ((...given: Parameters<typeof writeHead>) => {
    head.wasRepeated = false
    return writeHead(...given)
  }) as typeof writeHead
  void page.send(request, response, timing.current)
})

beforeAll(async () => {
  const rendered = new Response(body, { headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY' } })
  page = await CachedResponse.from(rendered, { tags: new Set(), renderedAt: 0, expiresAt: 0 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return () => void server.close()
})

afterEach(() => {
  heads = []
  connection.header = ''
})

/** @returns everything that the server sends until it closes the connection, or until so many responses have come */
function exchange(requests: string, responses: number): Promise<{ text: string; isClosed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    let text = ''
    const end = (isClosed: boolean) => {
      resolve({ text: text.replaceAll(/^Date: .*$/gm, 'Date: now'), isClosed })
      socket.destroy()
    }
    socket.on('data', (data) => {
      text += String(data)
      // Whether the server closes the connection is only known after a while in which it has not.
      if (text.split('HTTP/1.1 200 OK').length > responses) setTimeout(end, 50, false)
    })
    socket.on('close', () => end(true))
    socket.write(requests)
  })
}

const get = (head = 'GET / HTTP/1.1', ...headers: string[]) => [head, 'Host: a', ...headers, '', ''].join('\r\n')

/** Repeats until two responses came within one second. */
async function repeated(request: string) {
  for (;;) {
    heads = []
    const first = await exchange(request, 1)
    const second = await exchange(request, 1)
    if (heads[1]?.wasRepeated) return { first, second }
  }
}

test.each([get(), get('HEAD / HTTP/1.1')])('a repeated head has the same bytes: %j', async (request) => {
  const { first, second } = await repeated(request)
  expect(first.text).toContain('x-frame-options: DENY\r\n')
  expect(first.text).toContain(`content-length: ${body.length}\r\n`)
  expect(first.text).toContain('Connection: keep-alive\r\n')
  expect(first.text.endsWith(request.startsWith('GET') ? `\r\n\r\n${body}` : '\r\n\r\n')).toBe(true)
  expect(second).toEqual({ ...first, isClosed: false })
})

test('pipelined requests get one response each, in which nothing is missing', async () => {
  const { first } = await repeated(get())
  const { text } = await exchange(get() + get() + get(), 3)
  expect(text).toBe(first.text.repeat(3))
})

test.each([
  ['a client that closes its connection', get('GET / HTTP/1.1', 'Connection: close'), ''],
  ['HTTP/1.0', get('GET / HTTP/1.0'), ''],
  ['a server that stops', get(), 'close'],
])('%s gets a head of its own, and the connection ends', async (_name, request, header) => {
  await repeated(get())
  heads = []
  connection.header = header
  const { text, isClosed } = await exchange(request, Infinity)
  expect(heads).toEqual([{ wasRepeated: false }])
  expect(text.toLowerCase()).toContain('connection: close\r\n')
  expect(isClosed).toBe(true)
})

test('another header makes another head', async () => {
  await repeated(get())
  heads = []
  timing.current = ['server-timing', 'open-pages;dur=2']
  expect((await exchange(get(), 1)).text).toContain('open-pages;dur=2')
  expect(heads).toEqual([{ wasRepeated: false }])
})

test('a repeated head names the present second', async () => {
  const dates = new Set<string>()
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await answer.arrayBuffer()
    dates.add(answer.headers.get('date') ?? '')
    return dates.size
  }
  await expect.poll(ask, { interval: 20 }).toBeGreaterThan(2)
  expect(heads.some(({ wasRepeated }) => wasRepeated)).toBe(true)
  expect(Date.now() - Math.max(...[...dates].map((date) => Date.parse(date)))).toBeLessThan(60_000)
})
