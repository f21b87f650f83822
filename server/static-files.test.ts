import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { openStaticFiles } from './static-files.ts'

const script = "console.log('hello')"
const folder = mkdtempSync(join(tmpdir(), 'suchana-files-'))
writeFileSync(join(folder, 'main.js'), script)
writeFileSync(join(folder, 'main.js.br'), brotliCompressSync(script))
writeFileSync(join(folder, 'main.js.gz'), gzipSync(script))
const files = openStaticFiles(folder, {})
const server = createServer((request, response) => {
  if (!files(request, response)) response.writeHead(404).end()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/main.js`
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['gzip;q=0, *', 'br'],
  ['x-br, brotli', null],
  ['identity', null],
])('a file is sent to a client with Accept-Encoding %j in the encoding %s', async (accepted, encoding) => {
  const response = await fetch(address, { headers: { 'accept-encoding': accepted } })
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding])
  expect(await response.text()).toBe(script)
})

test.each([
  [304, 'its tag', (etag: string) => etag],
  [304, 'its tag as a weak one, as proxies that compress make it', (etag: string) => `W/${etag}`],
  [304, 'several tags', (etag: string) => `"other", ${etag}`],
  [304, 'any tag', () => '*'],
  [200, 'another tag', () => '"other"'],
  [200, 'a part of its tag', (etag: string) => etag.slice(0, -2)],
])('a file responds with %i to If-None-Match with %s', async (status, _what, condition) => {
  const etag = (await fetch(address)).headers.get('etag') ?? ''
  // fetch adds Cache-Control: no-cache, which does not concern this server.
  const response = await fetch(address, { headers: { 'if-none-match': condition(etag) } })
  expect([response.status, response.headers.get('etag')]).toEqual([status, etag])
})

test('a file that does not exist is left to other handlers', async () => {
  expect((await fetch(`${address}.map`)).status).toBe(404)
})
