import type { IncomingMessage, ServerResponse } from 'node:http'
import { SAVE_LEAST_RATE } from '#domain/limits.ts'
import { answerText } from './malformed-requests.ts'

/** Times in milliseconds. */
export interface BodyTimeouts {
  /** Time for a whole body that is neither an upload nor for a table; one for a table must arrive steadily from then on. */
  total: number
  /** Interval in which an upload must progress. */
  upload: number
  /** Time for the rest of a body after its response was sent. */
  afterResponse: number
}

interface BodyLimits {
  /** Canonical address of the site, for the headers of the answer to a slow request. */
  siteUrl: string
  timeouts?: BodyTimeouts
}

const TIMEOUTS: BodyTimeouts = { total: 12_000, upload: 10_000, afterResponse: 500 }

/** Slowest upload, in bytes per second. */
const LEAST_RATE = 1_000

const UPLOADS = '/storage/v1/object/'
const TABLES = '/rest/v1/'

/**
 * Closes the connection of a request whose body arrives too slowly, or goes on after the response. An upload may come
 * over a slow connection: it may take as long as it progresses. So may the long texts of a record, with a higher rate.
 * Source: docs/behaviour/faults.md#slow-clients
 */
export function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  { siteUrl, timeouts = TIMEOUTS }: BodyLimits,
): void {
  if (!hasBody(request)) return
  const isUpload = request.url?.startsWith(UPLOADS)
  // A body for a table is read into memory, so it may not take as long as an upload.
  const rate = isUpload ? LEAST_RATE : request.url?.startsWith(TABLES) ? SAVE_LEAST_RATE : null
  const interval = isUpload ? timeouts.upload : timeouts.total
  let { bytesRead } = request.socket
  let wasReadAhead = false

  function check(): void {
    const progressed = request.socket.bytesRead - bytesRead
    const isSlow = rate === null || progressed < (rate * interval) / 1_000
    const isAwaited = rate !== null && (isReadAhead(request) || wasReadAhead)
    if (!request.complete && isSlow && !isAwaited) end(request, response, siteUrl)
    bytesRead += progressed
    wasReadAhead = isReadAhead(request)
  }

  const timers = [setInterval(check, interval)]
  response.once('finish', () => {
    if (!request.complete) timers.push(setTimeout(() => request.destroy(), timeouts.afterResponse))
  })
  request.once('close', () => timers.forEach(clearTimeout))
}

function end(request: IncomingMessage, response: ServerResponse, siteUrl: string): void {
  if (!response.headersSent) request.socket.write(answerText(408, siteUrl))
  request.destroy()
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether the client waits for the server, which has not used what has arrived. */
function isReadAhead({ readableLength, readableHighWaterMark }: IncomingMessage): boolean {
  return readableLength >= readableHighWaterMark
}
