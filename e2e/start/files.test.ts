import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type ClientRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { preparedFolder } from './prepared-folder.ts'
import { adminHeaders, cleanUp, databaseUrl, newFolder, query, startServer, type Server } from './server.ts'

afterAll(cleanUp)

/** A complete PDF of the given length, which can be sent in parts. */
function pdf(length: number): Buffer {
  const [head, tail] = ['%PDF-1.7\n', 'startxref\n0\n%%EOF\n']
  return Buffer.concat([Buffer.from(head), Buffer.alloc(length - head.length - tail.length, '%\n'), Buffer.from(tail)])
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
  const dataDir = preparedFolder('no notices')
  const arriving = newFolder()
  const server = await startServer(dataDir, { env: { SAMPLE_DATA: 'off', TMPDIR: arriving } })
  const bytes = pdf(5_000_000)
  const headers = await adminHeaders(server)
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
  expect(storedFiles(dataDir).sort()).toEqual([Key.replace('notices/', ''), 'store-id'])
  await third.stop()
})

test.concurrent('an upload of an admin on a slow connection may take longer than other requests, as long as it progresses', async () => {
  const server = await startServer(preparedFolder('no notices'), { env: { SAMPLE_DATA: 'off' } })
  const headers = await adminHeaders(server)
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

test('a start removes what crashes have left of uploads, unless they may still be arriving', async () => {
  const dataDir = preparedFolder('no notices')
  const uploads = join(dataDir, 'uploads', 'notices')
  const arriving = newFolder()
  mkdirSync(uploads, { recursive: true })
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const [folder, old, fresh] of [
    [arriving, ['suchana-upload-old', 'other-old'], ['suchana-upload-new']],
    [uploads, ['.draft-old', 'a.pdf'], ['.draft-new']],
  ] as const) {
    for (const name of [...old, ...fresh]) writeFileSync(join(folder, name), 'half')
    for (const name of old) utimesSync(join(folder, name), twoHoursAgo, twoHoursAgo)
  }
  const server = await startServer(dataDir, { env: { SAMPLE_DATA: 'off', TMPDIR: arriving } })
  await expect.poll(() => readdirSync(arriving).sort()).toEqual(['other-old', 'suchana-upload-new'])
  await expect.poll(() => readdirSync(uploads).sort()).toEqual(['.draft-new', 'a.pdf'])
  await server.stop()
})

test('an upload that is rejected before its body arrived does not keep its connection', async () => {
  const server = await startServer(preparedFolder('no notices'), { env: { SAMPLE_DATA: 'off' } })
  const admin = await adminHeaders(server)
  for (const [headers, length, status] of [
    [{}, 5_000_000, 401],
    [{ apikey: admin['apikey'] ?? '' }, 5_000_000, 401],
    [admin, 1_000_000_000, 413],
  ] as const) {
    const statuses = await Promise.all(Array.from({ length: 10 }, () => rejected(server, headers, length)))
    expect(statuses).toEqual(statuses.map(() => `HTTP/1.1 ${status}`))
  }
  await server.stop()
})

/** Announces an upload and sends no body. @returns status line of the response, when the server has closed the connection */
function rejected(server: Server, headers: Record<string, string>, length: number): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const lines = Object.entries({ ...headers, host: hostname, 'content-length': length })
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `POST /storage/v1/object/notices/a.pdf HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      ),
    )
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString()))
    socket.on('error', reject).on('close', () => resolve(received.slice(0, 'HTTP/1.1 400'.length)))
  })
}
