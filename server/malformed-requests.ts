import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { malformedHeaders } from './response-headers.ts'

/** Status for what node:http reports of a request that it does not pass on; anything else is 400. */
const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** The internal property of a socket with the response that is being sent on it, by which node:http itself decides. */
interface WithResponse {
  _httpMessage?: ServerResponse | null
}

/**
 * Answers requests that node:http does not pass on with the headers of every answer, which its own answers do not have.
 * Source: docs/behaviour/security.md#headers-of-every-answer
 */
export function answerMalformed(server: Server, siteUrl: string): void {
  const headers = { ...malformedHeaders(siteUrl), connection: 'close' }
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable) return
    // After a response that has begun, an answer would be read as a part of it.
    const isAnswering = (socket as WithResponse)._httpMessage?.headersSent === true
    socket.end(isAnswering ? '' : answerText(statuses[code] ?? 400, siteUrl), () => socket.destroy())
  })
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, headers).end()
  })
}

/** @returns a whole answer without a body, after which the connection ends, for a socket without a response of node:http */
export function answerText(status: number, siteUrl: string): string {
  const ofThisAnswer = { date: new Date().toUTCString(), connection: 'close', 'content-length': '0' }
  const lines = Object.entries({ ...malformedHeaders(siteUrl), ...ofThisAnswer })
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n`
}
