import { noticeAt } from '../../../domain/push/notice-at.ts'
import { PUSH_CALL } from '../../../domain/push/messages.ts'
import type { Call } from './handler.ts'
import { changedPayload, plannedPayload } from './payloads.ts'
import { PushError } from './push-error.ts'
import type { PushClient } from './push-service.ts'
import { readPayload } from './read-payload.ts'

/** Characters of an Idempotency-Key header that count. */
const longestKey = 200

/**
 * @returns the account, null for the server's own key
 * @throws PushError for everybody else
 */
export async function requireStaff(service: PushClient, request: Request): Promise<string | null> {
  const authenticated = await service.staffOf(request)
  if (typeof authenticated === 'number') throw new PushError(authenticated, PUSH_CALL.notAdmin[authenticated])
  return authenticated.account
}

/** Calls that only staff may make. Source: docs/behaviour/push.md#leaving-later */
export function staffCalls(service: PushClient): Record<string, Call> {
  return {
    'POST /send': async (request) => {
      const sender = await requireStaff(service, request)
      const key = request.headers.get('idempotency-key')?.slice(0, longestKey) ?? null
      const { undo, sendAt, ...content } = await readPayload(request, plannedPayload(service.siteUrl))
      return service.send(content, { sender, key, plan: { undo, sendAt, notice: noticeAt(content.url) } })
    },
    'PUT /planned': async (request) => {
      const sender = await requireStaff(service, request)
      const changed = await readPayload(request, changedPayload(service.siteUrl))
      const { notificationId, version, sendAt, ...content } = changed
      const plan = { undo: true, sendAt, notice: noticeAt(content.url) }
      const result = await service.changePlanned(notificationId, content, { sender, plan, version })
      if (result === 'left') throw new PushError(409, PUSH_CALL.hasLeft)
      if (result === 'stale') throw new PushError(409, PUSH_CALL.stale)
      return result
    },
    'GET /stats': async (request) => {
      await requireStaff(service, request)
      return { stats: await service.statistics() }
    },
  }
}
