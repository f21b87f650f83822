import { PUSH_CALL } from '../../../domain/push/messages.ts'
import { PUSH_LIMITS } from '../../../domain/push/call-limits.ts'
import { naming, preferring, sending, subscribing, testing } from './payloads.ts'
import type { PushClient } from './push-service.ts'
import { PushError } from './push-error.ts'
import { readPayload } from './read-payload.ts'

/** Characters of the header that says which requests are the same one. */
const longestKey = 200

type Call = (request: Request, client: string | undefined) => Promise<object>

/**
 * The push function of the contract: a request in, an answer out. Failures have the field "error".
 * Source: specification, section 7, Push function; docs/decisions/019
 * @returns answers a request below .../push-notifications; client is the address or network of who asks, and none is
 *   limited that has none
 */
export function createPushFunction(desk: PushClient) {
  const calls = callsOf(desk)
  return async function answer(request: Request, client?: string): Promise<Response> {
    try {
      return Response.json(await find(calls, request)(request, client))
    } catch (error) {
      if (error instanceof PushError) return error.getResponse()
      throw error
    }
  }
}

function callsOf(desk: PushClient): Record<string, Call> {
  async function limit(kind: keyof typeof PUSH_LIMITS, caller: string | undefined): Promise<void> {
    const seconds = caller === undefined ? 0 : await desk.countCall(kind, caller, PUSH_LIMITS[kind])
    if (seconds > 0) throw new PushError(429, PUSH_CALL.tooMany, seconds)
  }

  async function requireStaff(request: Request): Promise<string | null> {
    const judged = await desk.staffOf(request)
    if (typeof judged === 'number') throw new PushError(judged, PUSH_CALL.notStaff[judged])
    return judged.account
  }

  return {
    'POST /subscribe': async (request, client) => {
      await limit('subscribe', client)
      await desk.keep(await readPayload(request, subscribing(desk.endpointHosts)))
      return { success: true }
    },
    'DELETE /unsubscribe': async (request, client) => {
      await limit('change', client)
      await desk.remove((await readPayload(request, naming)).endpoint)
      return { success: true }
    },
    'PUT /preferences': async (request, client) => {
      await limit('change', client)
      const { endpoint, preferences } = await readPayload(request, preferring)
      await desk.changePreferences(endpoint, preferences)
      return { success: true }
    },
    'POST /test': async (request, client) => {
      await limit('test', client)
      const { endpoint, notification } = await readPayload(request, testing(desk.siteUrl))
      if (notification) await requireStaff(request)
      else await limit('testOfEndpoint', endpoint)
      if (!(await desk.sendTest(endpoint, notification ?? null))) throw new PushError(502, PUSH_CALL.testFailed)
      return { success: true }
    },
    'POST /send': async (request) => {
      const sender = await requireStaff(request)
      const key = request.headers.get('idempotency-key')?.slice(0, longestKey) ?? null
      return desk.send(await readPayload(request, sending(desk.siteUrl)), { sender, key })
    },
    'GET /stats': async (request) => {
      await requireStaff(request)
      return { stats: await desk.statistics() }
    },
  }
}

function find(calls: Record<string, Call>, { method, url }: Request): Call {
  const path = new URL(url).pathname.replace(/^.*\/push-notifications(?=\/|$)/, '')
  const call = calls[`${method} ${path}`]
  if (call) return call
  const isKnown = Object.keys(calls).some((name) => name.endsWith(` ${path}`))
  throw isKnown ? new PushError(405, PUSH_CALL.wrongMethod) : new PushError(404, PUSH_CALL.unknown)
}
