import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseError } from '#backend/database/database-error.ts'
import { createLimiterByClient } from '#backend/limiter-by-key.ts'
import { createLimiter, TooManyWaiting } from '#backend/limiter.ts'
import { errorResponse } from './guard.ts'
import type { RelatedTables } from './related-tables.ts'
import { largestAnswer } from './request-pools.ts'
import { selectExcess } from './visitor-selects.ts'

/** Calls of one address that run at once, and that wait for them, for as many milliseconds at most. */
const [parallel, waiting, longestWait] = [2, 20, 1_000]

/**
 * Bytes of a call that waits for others of its size, and how many run at once and wait, for as many milliseconds at most:
 * to read 128 KB takes up to 20 ms, in which the process does nothing else. Few visitors send as much: those
 * with hundreds of saved notices.
 */
const large = { bytes: 8_192, parallel: 1, waiting: 20, longestWait: 1_000 }

const tables = '/rest/v1/'

/**
 * Limits what visitors ask of the REST API: what they may select, how large an answer may be, how many calls of one
 * address run at once, and how many large ones of all addresses. Source: docs/behaviour/security.md#limits-on-reads-of-visitors
 * @param related what a selection may embed
 * @returns serves a request below /rest/v1/ that passed the guard; client is the address or network of the client, and
 *   requests of the server itself, which have none, do not wait for each other; reader is the client for whom the server
 *   renders a page
 */
export function createVisitorCalls(
  related: RelatedTables,
  serve: (request: Request, client: { isOutside: boolean; address: string | undefined }) => Promise<Response>,
) {
  const limit = createLimiterByClient(parallel, waiting, longestWait)
  const limitLarge = createLimiter(large.parallel, large.waiting, large.longestWait)

  async function serveInTurn(address: string, request: Request): Promise<Response> {
    const client = { isOutside: true, address }
    if (!isLarge(request)) return serve(request, client)
    const arrived = await whole(request)
    // Of calls that have arrived already, one would otherwise follow the other before anything else is served.
    const serveNext = () => nextTurn().then(() => serve(arrived, client))
    try {
      return await limitLarge(serveNext, request.signal)
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error
      return errorResponse(503, 'Too many large calls at once', { 'retry-after': '1' })
    }
  }

  async function serveLimited(address: string, request: Request): Promise<Response> {
    try {
      return await limit(address, () => serveInTurn(address, request), request.signal)
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error
      return errorResponse(429, 'Too many calls at once from this address', { 'retry-after': '1' })
    }
  }

  return async function handle(request: Request, client: string | undefined, reader?: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const table = pathname.slice(tables.length)
    const excess = selectExcess(table, searchParams, related)
    if (excess) return errorResponse(400, excess)
    // Large ones arrive within the limit of their address, because they fill the memory meanwhile.
    const response = await (client
      ? serveLimited(client, isLarge(request) ? request : await whole(request))
      : serve(request, { isOutside: false, address: reader }))
    return table.startsWith('rpc/') ? response : limitAnswer(response)
  }
}

function isLarge({ headers }: Request): boolean {
  return Number(headers.get('content-length')) > large.bytes
}

/** @returns the request with all of its body, which arrives as slowly as its network sends it: others do not wait for that */
async function whole(request: Request): Promise<Request> {
  const { method, body } = request
  return body ? new Request(request, { method, body: await request.arrayBuffer() }) : request
}

/** The JSON of a result may be larger than the result, whose size is limited while it is read. */
async function limitAnswer(response: Response): Promise<Response> {
  const body = await response.arrayBuffer()
  if (body.byteLength > largestAnswer) return DatabaseError.tooLarge().getResponse()
  return new Response(body.byteLength > 0 ? body : null, response)
}
