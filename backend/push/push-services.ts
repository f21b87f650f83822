import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import type { PushResponse } from './outcome.ts'
import { lookupPublic } from '#backend/public-address.ts'

/**
 * Milliseconds that a push service has to answer, connecting included.
 * Source: docs/behaviour/security.md#hosts-of-push-services
 */
const timeout = 5_000
/** Milliseconds that an unused connection stays open. */
const idleTime = 30_000
/** Bytes of a response that are read, and how many of them are stored for the log. */
const [longestResponse, longestText] = [65_536, 200]

export interface PushServices {
  /** Sends one request; never throws. */
  post(endpoint: URL, headers: Record<string, string | number>, body: Buffer): Promise<PushResponse>
  close(): void
}

/**
 * Connections to push services: one HTTP/2 session for each, open while it is used.
 * @param authority PEM certificate that is trusted instead of the usual ones
 */
export function openPushServices(authority?: string): PushServices {
  const sessions = new Map<string, ClientHttp2Session>()

  function sessionOf(origin: string): ClientHttp2Session {
    const open = sessions.get(origin)
    if (open && !open.closed && !open.destroyed) return open
    const session = connect(origin, { lookup: lookupPublic, ...(authority && { ca: authority }) })
    const forget = () => sessions.get(origin) === session && sessions.delete(origin)
    // The errors of its streams are reported.
    session.on('error', forget).on('goaway', forget).on('close', forget)
    session.setTimeout(idleTime, () => session.close())
    session.once('connect', () => connected.add(session))
    session.unref()
    sessions.set(origin, session)
    return session
  }

  async function post(endpoint: URL, headers: Record<string, string | number>, body: Buffer): Promise<PushResponse> {
    const attempt = () => {
      const session = sessionOf(endpoint.origin)
      return exchange(session, { ...headers, ':method': 'POST', ':path': endpoint.pathname + endpoint.search }, body)
    }
    const response = await attempt()
    // The service closed the connection before it processed the request, so a retry cannot send it twice.
    return 'unprocessed' in response ? attempt() : response
  }

  return {
    post,
    close: () => {
      for (const session of sessions.values()) session.destroy()
      sessions.clear()
    },
  }
}

/** Sessions that have been connected. */
const connected = new WeakSet<ClientHttp2Session>()

function exchange(
  session: ClientHttp2Session,
  headers: Record<string, string | number>,
  body: Buffer,
): Promise<PushResponse | { failure: string; unprocessed: true }> {
  return new Promise((resolve) => {
    let stream: ClientHttp2Stream
    try {
      stream = session.request(headers)
    } catch (error) {
      return resolve({ failure: reasonOf(error), unprocessed: true })
    }
    let response: Extract<PushResponse, { status: number }> | null = null
    let bytes = 0
    const timer = setTimeout(() => {
      if (session.connecting) session.destroy()
      end({ failure: 'timeout', isUnreachable: true })
    }, timeout)

    function end(failure: { failure: string; isUnreachable?: boolean }): void {
      clearTimeout(timer)
      resolve(response ?? failure)
      if (!stream.closed) stream.close(constants.NGHTTP2_CANCEL)
    }

    stream.on('response', (received, flags) => {
      const { ':status': status = 0, 'retry-after': retryAfter, location } = received
      response = { status, retryAfter, location, text: '' }
      // The body of a successful response is not read.
      if (flags & constants.NGHTTP2_FLAG_END_STREAM || status < 300) end({ failure: '' })
    })
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (response) response.text += chunk.toString('latin1', 0, longestText - response.text.length)
      if (bytes > longestResponse) end({ failure: '' })
    })
    stream.on('error', (error) => {
      if (stream.rstCode !== constants.NGHTTP2_REFUSED_STREAM)
        return end({ failure: reasonOf(error), isUnreachable: !connected.has(session) })
      clearTimeout(timer)
      resolve({ failure: 'refused', unprocessed: true })
    })
    stream.on('close', () => end({ failure: 'closed' }))
    stream.end(body)
  })
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? String(error.code) : error.message
}
