import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  createSecureServer,
  type Http2Stream,
  type ServerHttp2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** How the push service responds to one request. */
export interface Treatment {
  status: number
  headers?: Record<string, string>
  /** Bytes of the response body. */
  bytes?: number
  /** What happens instead of a response. */
  instead?: 'silence' | 'reset' | 'disconnect'
}

interface Received {
  /** Path of the endpoint. */
  path: string
  /** What the browser would show; empty for requests that were not decrypted. */
  text: string
  topic: string | undefined
  ttl: number
  urgency: string | undefined
  authorization: string
}

export interface FakeOptions {
  /** Chooses the response to a request; `earlier` is the number of earlier requests for its path. */
  treat?: (path: string, earlier: number) => Treatment
  /** Whether messages are decrypted and signatures checked: everything, or one in a hundred for measurements. */
  check?: 'all' | 'sample'
  /** Whether received messages are stored, besides being counted. */
  keep?: boolean
}

const pem = readFileSync(new URL('./push-service.pem', import.meta.url), 'utf8')

/** Certificate that a client has to trust to connect to the fake push service. */
export const fakeAuthority = pem

/**
 * A fake push service, over TLS and HTTP/2 like the real ones. It has the keys of its subscriptions, decrypts messages
 * and checks their signatures. Written from the standards alone: RFC 8030, RFC 8188, RFC 8291, RFC 8292.
 */
export async function startPushService({ treat, check = 'all', keep = true }: FakeOptions = {}) {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys()
  const auth = randomBytes(16)
  const received: Received[] = []
  const problems: string[] = []
  const counts = new Map<string, number>()
  const sessions = new Set<ServerHttp2Session>()
  const peak = { open: 0, most: 0 }
  const server = createSecureServer({ key: pem, cert: pem, allowHTTP1: true })

  async function respond(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    peak.most = Math.max(peak.most, (peak.open += 1))
    stream.on('close', () => (peak.open -= 1)).on('error', () => {})
    const header = (name: string) => [headers[name]].flat()[0]
    const path = header(':path') ?? ''
    const isChecked = check === 'all' || counts.size % 100 === 0
    const needsBody = isChecked || keep || treat
    const body = needsBody ? await buffer(stream) : await discarded(stream)
    const earlier = counts.get(path) ?? 0
    counts.set(path, earlier + 1)
    if (!body) return treatStream(stream, { status: 201 })
    const problem = isChecked ? problemOf(headers, origin()) : null
    let text = ''
    try {
      if (isChecked) text = decrypt(body, { p256dh, auth, privateKey: pair })
    } catch (error) {
      problems.push(String(error))
    }
    if (problem) problems.push(problem)
    if (keep)
      received.push({
        path,
        text,
        topic: header('topic'),
        ttl: Number(header('ttl')),
        urgency: header('urgency'),
        authorization: header('authorization') ?? '',
      })
    treatStream(stream, problem ? { status: 403 } : (treat?.(path, earlier) ?? { status: 201 }))
  }

  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session)).on('error', () => {})
  })
  server.on('stream', (stream, headers) => void respond(stream, headers).catch(() => {}))
  // The sender that measurements compare with uses HTTP/1.1; its requests are only counted.
  server.on('request', (request, response) => {
    if (request.httpVersionMajor > 1) return
    counts.set(request.url, (counts.get(request.url) ?? 0) + 1)
    request.resume().on('end', () => response.writeHead(201).end())
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = () => `https://localhost:${(server.address() as AddressInfo).port}`

  return {
    origin: origin(),
    received,
    /** What was wrong with messages or signatures. */
    problems,
    /** Requests by path. */
    counts,
    /** Requests in flight now, and their maximum so far. */
    peak,
    /** What a browser sends to the server when it subscribes. */
    subscription: (path = `/push/${randomBytes(16).toString('base64url')}`) => ({
      endpoint: origin() + path,
      p256dh: p256dh.toString('base64url'),
      auth: auth.toString('base64url'),
    }),
    sessions: () => sessions.size,
    close: async () => {
      for (const session of sessions) session.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Discards the body, since a measurement should take as little processor time as possible. */
function discarded(stream: ServerHttp2Stream): Promise<null> {
  return new Promise((resolve) => stream.resume().on('end', () => resolve(null)))
}

function treatStream(stream: ServerHttp2Stream, { status, headers, bytes = 0, instead }: Treatment): void {
  if (instead === 'silence') return
  if (instead === 'reset') return stream.close(2)
  if (instead === 'disconnect') return stream.session?.destroy()
  stream.respond({ ':status': status, ...headers }, { endStream: bytes === 0 })
  if (bytes > 0) flood(stream, bytes)
}

/** Writes so many bytes as fast as the other side takes them. */
function flood(stream: Http2Stream, bytes: number): void {
  const chunk = Buffer.alloc(65_536, 'x')
  const write = () => {
    while (bytes > 0 && !stream.destroyed) {
      bytes -= chunk.length
      if (!stream.write(chunk)) return void stream.once('drain', write)
    }
    stream.end()
  }
  write()
}

/** @returns what is wrong with the headers of a message, or null. Source: RFC 8030, section 5; RFC 8292 */
function problemOf(headers: IncomingHttpHeaders, origin: string): string | null {
  if (headers['content-encoding'] !== 'aes128gcm') return 'The content encoding is not aes128gcm'
  const header = (name: string) => [headers[name]].flat()[0] ?? ''
  if (!/^\d+$/.test(header('ttl'))) return 'There is no TTL'
  if (!/^[\w-]{0,32}$/.test(header('topic'))) return 'The topic is invalid'
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header('authorization')) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
  if (aud !== origin) return `The audience is ${aud}`
  const now = Date.now() / 1000
  if (!(exp > now && exp <= now + 86_400)) return 'The expiry is not within 24 hours'
  if (!/^(mailto:|https:)/.test(sub)) return 'The subject is no contact address'
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((number) => number.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? null : 'The signature is wrong'
}

interface BrowserKeys {
  p256dh: Buffer
  auth: Buffer
  privateKey: { computeSecret(key: Buffer): Buffer }
}

/** Source: RFC 8188, section 2; RFC 8291, section 3 */
function decrypt(body: Buffer, { p256dh, auth, privateKey }: BrowserKeys): string {
  if (body.length > 4_096) throw new Error(`${body.length} bytes are too many`)
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > recordSize) throw new Error('More than one record')

  const hmac = (key: Buffer, ...parts: (Buffer | string)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHmac('sha256', key)).digest()
  const secret = hmac(auth, privateKey.computeSecret(senderKey))
  const material = hmac(secret, 'WebPush: info\0', p256dh, senderKey, Buffer.of(1))
  const random = hmac(salt, material)
  const key = hmac(random, 'Content-Encoding: aes128gcm\0', Buffer.of(1)).subarray(0, 16)
  const nonce = hmac(random, 'Content-Encoding: nonce\0', Buffer.of(1)).subarray(0, 12)

  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong')
  return padded.subarray(0, end).toString()
}
