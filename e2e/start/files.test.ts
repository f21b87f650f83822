import { readdirSync, statSync } from 'node:fs'
import { request as httpRequest, type ClientRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  cleanUp,
  databaseUrl,
  generatedKeys,
  newFolder,
  query,
  shownAccount,
  startServer,
  type Server,
} from './server.ts'

afterAll(cleanUp)

/** A complete PDF of the given length, which can be sent in parts. */
function pdf(length: number): Buffer {
  const [head, tail] = ['%PDF-1.7\n', 'startxref\n0\n%%EOF\n']
  return Buffer.concat([Buffer.from(head), Buffer.alloc(length - head.length - tail.length, '%\n'), Buffer.from(tail)])
}

async function staffHeaders(server: Server): Promise<Record<string, string>> {
  const apikey = generatedKeys(server.dataDir).publishableKey
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(shownAccount(server.output())),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return { apikey, authorization: `Bearer ${access_token}` }
}

/** Starts an upload whose body the test sends. */
function beginSending(url: string, headers: Record<string, string>, length: number) {
  const request: ClientRequest = httpRequest(url, { method: 'POST', headers: { ...headers, 'content-length': length } })
  const status = new Promise<number | string>((resolve) => {
    request.on('response', (response) => resolve(response.resume().statusCode ?? 0))
    request.on('error', (error) => resolve(error.message))
  })
  return { request, status }
}

const storedFiles = (dataDir: string) => {
  try {
    return readdirSync(join(dataDir, 'uploads', 'notices'))
  } catch {
    return []
  }
}

/** The tests run concurrently because they mostly wait. */
test.concurrent('a server killed during an upload neither stores nor serves any of it', async () => {
  const dataDir = join(newFolder(), 'data')
  const arriving = newFolder()
  const server = await startServer(dataDir, { env: { SAMPLE_DATA: 'off', TMPDIR: arriving } })
  const bytes = pdf(5_000_000)
  const headers = await staffHeaders(server)
  const { request } = beginSending(`${server.url}/storage/v1/object/notices/a.pdf`, headers, bytes.length)
  request.write(bytes.subarray(0, 4_000_000))
  const arrived = () => readdirSync(arriving).map((name) => statSync(join(arriving, name)).size)
  await expect.poll(arrived).toEqual([expect.any(Number)])
  await expect.poll(() => arrived()[0]).toBeGreaterThan(0)
  await server.stop('SIGKILL')

  const again = await startServer(dataDir)
  expect(await query(databaseUrl(dataDir), 'select name from storage.objects')).toEqual([])
  expect(storedFiles(dataDir)).toEqual([])

  // The session and a stored file outlive the server.
  const upload = () =>
    fetch(`${again.url}/storage/v1/object/notices/a.pdf`, { method: 'POST', headers, body: new Uint8Array(bytes) })
  const { Key } = (await (await upload()).json()) as { Key: string }
  await again.stop('SIGKILL')
  const third = await startServer(dataDir)
  const served = await fetch(`${third.url}/storage/v1/object/public/${Key}`)
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  expect(storedFiles(dataDir)).toEqual([Key.replace('notices/', '')])
  await third.stop()
})

test.concurrent('an upload of staff on a slow connection may take longer than other requests, as long as it progresses', async () => {
  const server = await startServer(join(newFolder(), 'data'), { env: { SAMPLE_DATA: 'off' } })
  const headers = await staffHeaders(server)
  const bytes = pdf(1_000_000)
  const file = beginSending(`${server.url}/storage/v1/object/notices/a.pdf`, headers, bytes.length)
  const form = beginSending(`${server.url}/newsletter`, { 'content-type': 'application/x-www-form-urlencoded' }, 100)
  const visitor = beginSending(`${server.url}/storage/v1/object/notices/b.pdf`, {}, 1_000_000)
  for (const { request } of [file, form, visitor]) request.write(bytes.subarray(0, 50))
  expect(await visitor.status).toBe(401)
  let sent = 50
  const sending = setInterval(() => file.request.write(bytes.subarray(sent, (sent += 5_000))), 500)
  expect(await form.status).toBe(408)
  clearInterval(sending)
  file.request.end(bytes.subarray(sent))
  expect(await file.status).toBe(200)
  await server.stop()
})
