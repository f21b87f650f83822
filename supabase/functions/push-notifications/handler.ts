import { PUSH_CALL } from '../../../domain/push/messages.ts'
import { FOLLOWS_MAX, PUSH_LIMITS } from '../../../domain/push/limits.ts'
import { followPayload, quietHoursPayload, unfollowPayload } from './follow-payloads.ts'
import { clickPayload, endpointPayload, preferencesPayload, subscribePayload, testPayload } from './payloads.ts'
import type { PushClient } from './push-service.ts'
import { PushError } from './push-error.ts'
import { readPayload } from './read-payload.ts'
import { requireStaff, staffCalls } from './staff-calls.ts'

export type Call = (request: Request, client: string | undefined) => Promise<object>

/**
 * The push function of the contract. Error responses have the field "error".
 * Source: docs/behaviour/push.md#calls; docs/decisions/019
 * @returns serves a request below .../push-notifications; client is the address or network of the client, and requests
 *   without it are not limited
 */
export function createPushFunction(service: PushClient) {
  const calls = { ...callsOf(service), ...staffCalls(service) }
  return async function handle(request: Request, client?: string): Promise<Response> {
    try {
      return Response.json(await find(calls, request)(request, client))
    } catch (error) {
      if (error instanceof PushError) return error.getResponse()
      throw error
    }
  }
}

function callsOf(service: PushClient): Record<string, Call> {
  async function limit(kind: keyof typeof PUSH_LIMITS, caller: string | undefined): Promise<void> {
    const seconds = caller === undefined ? 0 : await service.countCall(kind, caller, PUSH_LIMITS[kind])
    if (seconds > 0) throw new PushError(429, PUSH_CALL.tooMany, seconds)
  }

  return {
    'POST /subscribe': async (request, client) => {
      await limit('subscribe', client)
      await service.save(await readPayload(request, subscribePayload(service.endpointHosts)))
      return { success: true }
    },
    'DELETE /unsubscribe': async (request, client) => {
      await limit('change', client)
      await service.remove((await readPayload(request, endpointPayload)).endpoint)
      return { success: true }
    },
    'PUT /preferences': async (request, client) => {
      await limit('change', client)
      const { endpoint, preferences } = await readPayload(request, preferencesPayload)
      await service.changePreferences(endpoint, preferences)
      return { success: true }
    },
    'PUT /follows': async (request, client) => {
      await limit('follow', client)
      await limit('newFollow', client)
      const result = await service.follow(await readPayload(request, followPayload), FOLLOWS_MAX)
      if (result === 'full') throw new PushError(409, PUSH_CALL.followsFull(FOLLOWS_MAX))
      if (result === 'crowded') throw new PushError(409, PUSH_CALL.listsFull)
      if (result === 'missing') throw new PushError(404, PUSH_CALL.cannotFollow)
      return { success: true }
    },
    'DELETE /follows': async (request, client) => {
      await limit('follow', client)
      const { endpoint, topic } = await readPayload(request, unfollowPayload)
      await service.unfollow(endpoint, topic)
      return { success: true }
    },
    'PUT /quiet-hours': async (request, client) => {
      await limit('follow', client)
      const { endpoint, ...hours } = await readPayload(request, quietHoursPayload)
      await service.setQuietHours(endpoint, hours)
      return { success: true }
    },
    'POST /test': async (request, client) => {
      await limit('test', client)
      const { endpoint, notification } = await readPayload(request, testPayload(service.siteUrl))
      if (!notification) {
        await limit('testOfEndpoint', endpoint)
        service.startTest(endpoint)
        return { success: true }
      }
      await requireStaff(service, request)
      if (!(await service.sendDraft(endpoint, notification))) throw new PushError(502, PUSH_CALL.testFailed)
      return { success: true }
    },
    'POST /click': async (request, client) => {
      await limit('click', client)
      const { endpoint, notificationId } = await readPayload(request, clickPayload)
      // A second tap on the same message is answered like the first, and not counted.
      const message = `${notificationId} ${endpoint}`
      const isRepeated = (await service.countCall('clickOfMessage', message, PUSH_LIMITS.clickOfMessage)) > 0
      if (!isRepeated) await service.countClick(endpoint, notificationId)
      return { success: true }
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
