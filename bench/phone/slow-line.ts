import { readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

interface Speed {
  /** Milliseconds of a round trip. */
  roundTrip: number
  /** Bytes per millisecond. */
  rate: number
}

/** Lighthouse's slow 4G, 1.6 Mbit/s. */
const SLOW_4G: Speed = { roundTrip: 150, rate: 200 }

/** A line that only adds TLS and HTTP/2, as the proxy of every deployment does. */
export const UNSLOWED: Speed = { roundTrip: 0, rate: Number.POSITIVE_INFINITY }

/** Bytes in a packet. */
const PACKET = 1_460

/** Milliseconds after which waiting for an idle line ends. */
const TIMEOUT = 20_000

/** One response that was sent over the line. */
export interface Transfer {
  path: string
  /** The request header Sec-Fetch-Dest. */
  destination: string
  /** Size of the body as sent, after compression. */
  bytes: number
}

/**
 * A slow connection between a browser and a server for all requests. The throttling of the developer tools does not
 * apply to workers and prefetches.
 */
export interface SlowLine {
  url: string
  /** Port of the server. */
  target: number
  transfers: Transfer[]
  /** Waits until no request has been in flight for this many milliseconds, or until the timeout. */
  idle(milliseconds: number): Promise<void>
  close(): void
}

/** A certificate that the browsers of this bench accept. */
const CERTIFICATE = readFileSync(new URL('../../test/fakes/push-service.pem', import.meta.url))

/** Headers of one connection, which HTTP/2 does not have. Source: RFC 9113, section 8.2.2 */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade']

export async function openLine({ roundTrip, rate } = SLOW_4G): Promise<SlowLine> {
  const knownConnections = new WeakSet<object>()
  const sessions = new Set<ServerHttp2Session>()
  let inFlight = 0
  let lastEnd = 0
  let freeAt = 0

  const send = async (response: IncomingMessage, outgoing: Http2ServerResponse, transfer: Transfer) => {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += PACKET) {
        const packet = chunk.subarray(at, at + PACKET)
        transfer.bytes += packet.length
        // Timers fire some milliseconds late; the next packets compensate for that.
        freeAt = Math.max(freeAt, performance.now() - 10) + packet.length / rate
        const due = freeAt - performance.now()
        if (due > 4) await pause(due)
        outgoing.write(packet)
      }
    }
    outgoing.end()
  }

  const key = { key: CERTIFICATE, cert: CERTIFICATE, allowHTTP1: true }
  const server = createSecureServer(key, (incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => {
    // A new connection costs a round trip for TCP and one for TLS before its first request.
    const connection = incoming.stream?.session ?? incoming.socket
    const wait = roundTrip * (knownConnections.has(connection) ? 1 : 3)
    knownConnections.add(connection)
    const path = incoming.url ?? '/'
    const transfer = { path, destination: String(incoming.headers['sec-fetch-dest']), bytes: 0 }
    line.transfers.push(transfer)
    inFlight += 1
    outgoing.once('close', () => {
      inFlight -= 1
      lastEnd = performance.now()
      upstream.destroy()
    })
    const { method, authority } = incoming
    const names = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':'))
    const headers = { ...Object.fromEntries(names), host: authority }
    const upstream = request({ port: line.target, path, method, headers, agent: false }, (response) => {
      const sent = Object.fromEntries(
        Object.entries(response.headers).filter(([name]) => !OF_CONNECTION.includes(name)),
      )
      void pause(wait)
        .then(() => send(response, outgoing.writeHead(response.statusCode ?? 500, sent), transfer))
        .catch(() => outgoing.destroy())
    })
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  })
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) =>
    passSocket(line.target, incoming, { socket, head }),
  )
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))

  const line: SlowLine = {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    target: 0,
    transfers: [],
    idle: async (milliseconds) => {
      const end = performance.now() + TIMEOUT
      lastEnd = performance.now()
      while ((inFlight > 0 || performance.now() - lastEnd < milliseconds) && performance.now() < end) await pause(20)
    },
    close: () => {
      server.close()
      for (const session of sessions) session.destroy()
    },
  }
  return line
}

/** Passes WebSockets of realtime on without slowing them down: they are opened when a page is idle. */
function passSocket(port: number, incoming: IncomingMessage, { socket, head }: { socket: Duplex; head: Buffer }): void {
  const upstream = connect(port, 'localhost', () => {
    const headers = incoming.rawHeaders.reduce((text, part, index) => text + part + (index % 2 ? '\r\n' : ': '), '')
    upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${headers}\r\n`)
    upstream.write(head)
    socket.pipe(upstream).pipe(socket)
  })
  upstream.on('error', () => socket.destroy())
  socket.on('error', () => upstream.destroy())
}
