import { connect } from 'node:net'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { memoryOf } from '#bench/process-figures.ts'
import { CONTACT_BYTES, FORM_BYTES, UPLOAD_MAX_BYTES } from '#domain/limits.ts'
import { adminHeaders } from '#e2e/start/server.ts'
import { send } from '#e2e/start/several-servers.ts'
import type { Fault, Figure } from './fault.ts'
import { keyHeaders, startPortal } from './portal.ts'

/** Bytes that a body may have, by the address. Source: docs/behaviour/limits.md#requests */
const [tableBytes, callBytes] = [2_000_000, 16_384]
const gigabyte = 1_000_000_000

export const hugeBodies: Fault = {
  name: 'R13',
  does: 'Sends bodies of a gigabyte, a gzip bomb and JSON a million levels deep: each is refused before more than its limit is read.',
  run,
}

interface Body {
  path: string
  headers: Record<string, string>
  /** Bytes that are allowed. */
  limit: number
  /** Sent as Content-Length; without it the body has chunks and no end. */
  length?: number
}

async function run(): Promise<Figure[]> {
  const portal = await startPortal({ CONTACT_INBOX: 'on' })
  const key = keyHeaders(portal)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const admin = { ...(await adminHeaders(portal)), 'content-type': 'application/json' }
  const pdf = { ...admin, 'content-type': 'application/pdf' }
  const bodies: Body[] = [
    { path: '/newsletter', headers: form, limit: FORM_BYTES },
    { path: '/contact', headers: form, limit: CONTACT_BYTES.form },
    { path: '/functions/v1/push-notifications/subscribe', headers: key, limit: callBytes },
    { path: '/storage/v1/object/notices/a.pdf', headers: pdf, limit: UPLOAD_MAX_BYTES },
    { path: '/rest/v1/jobs', headers: admin, limit: tableBytes },
    { path: '/rest/v1/newsletter_subscribers', headers: key, limit: FORM_BYTES },
    { path: '/auth/v1/token?grant_type=password', headers: key, limit: callBytes },
  ]
  await refuse(portal.url, bodies[3]!)
  const before = memoryOf(portal.pid)
  let [most, worstRatio] = [before, 0]
  const odd: string[] = []
  for (const body of bodies.flatMap((one) => [one, { ...one, length: gigabyte }])) {
    const { status, sent } = await refuse(portal.url, body)
    worstRatio = Math.max(worstRatio, sent / body.limit)
    if (![411, 413].includes(status)) odd.push(`${body.path} ${body.length ?? 'chunked'}: ${status}`)
    most = Math.max(most, memoryOf(portal.pid))
  }
  const depth = 900_000
  const packed = gzipSync(Buffer.alloc(100_000_000), { level: 9 }).toString('latin1')
  for (const [body, headers] of [
    [`{"title":${'['.repeat(depth)}${']'.repeat(depth)}}`, { ...admin, 'content-encoding': 'identity' }],
    [packed, { ...admin, 'content-encoding': 'gzip' }],
  ] as const) {
    const { status } = await send(`${portal.url}/rest/v1/jobs`, { method: 'POST', headers, body })
    if (status < 400 || status >= 500) odd.push(`${headers['content-encoding'] ?? 'deep'}: ${status}`)
    most = Math.max(most, memoryOf(portal.pid))
  }
  if (odd.length > 0) console.log(`R13: ${odd.join(', ')}`)
  const isAlive = (await send(`${portal.url}/healthz`)).status === 200
  await portal.stop()
  return [
    { what: 'of the limit was read at most', value: worstRatio * 100, unit: '%', most: 110 },
    { what: 'other answers than a refusal', value: odd.length, most: 0 },
    { what: 'growth of memory', value: most - before, unit: 'MB', most: 20 },
    { what: 'servers that ended', value: isAlive ? 0 : 1, most: 0, isPromise: true },
  ]
}

/** Sends a body in pieces, slowly enough for the server to answer in between. @returns the answer, and the bytes sent before it */
async function refuse(url: string, { path, headers, limit, length }: Body): Promise<{ status: number; sent: number }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setNoDelay(true)
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes.toString('latin1'))).on('error', () => {})
  const size = length ? `Content-Length: ${length}` : 'Transfer-Encoding: chunked'
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  await once(socket, 'connect')
  socket.write([`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', size, ...lines, '', ''].join('\r\n'))
  await pause(50)
  const piece = Buffer.alloc(Math.ceil(limit / 50), 'x')
  const written = length
    ? piece
    : Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
  let sent = 0
  while (!answer.includes('\r\n\r\n') && !socket.destroyed && sent < 3 * limit) {
    if (!socket.write(written)) await Promise.race([once(socket, 'drain'), once(socket, 'close'), pause(5_000)])
    sent += piece.length
    await pause(5)
  }
  await pause(50)
  socket.destroy()
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0), sent }
}
