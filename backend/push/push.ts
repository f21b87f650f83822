import type { Sql } from 'postgres'
import { DatabaseRefusal } from '#backend/database-refusal.ts'
import { writerOf } from '#backend/staff-request.ts'
import type { Keys, TableInterface } from '#backend/table-interface.ts'
import { PUSH_CALL } from '#domain/push/messages.ts'
import { createPushFunction } from '#supabase/functions/push-notifications/handler.ts'
import { PushRefusal } from '#supabase/functions/push-notifications/push-refusal.ts'
import { createSubscriptionDesk } from './subscriptions.ts'

interface PushOptions {
  /** Connections that are "service_role". */
  sql: Sql
  /** Judges who asks. */
  tables: Pick<TableInterface, 'fetch'>
  keys: Keys
  settings: PushSettings
}

export interface PushSettings {
  /** Identity towards push services: P-256 keys in base64url, and an address of the operator. Source: RFC 8292 */
  vapid: { publicKey: string; privateKey: string; subject: string }
  /** Hosts of push services that subscriptions may name, with an optional "*." in front. */
  endpointHosts: readonly string[]
}

/** Path of the push function, as the contract names it. */
export const pushFolder = '/functions/v1/push-notifications'

/** The push function in this process. Source: docs/decisions/019 */
export function openPush({ sql, tables, keys, settings }: PushOptions) {
  const answer = createPushFunction({
    ...createSubscriptionDesk(sql, keys.jwtSecret),
    endpointHosts: settings.endpointHosts,
    isStaff: async (request) => {
      const writer = await writerOf(withKey(request, keys.publishableKey), tables)
      return typeof writer === 'number' ? writer : true
    },
  })

  return {
    /** Answers a request below its folder. */
    async answer(request: Request, client: string | undefined): Promise<Response> {
      try {
        return await answer(request, client)
      } catch (error) {
        if (DatabaseRefusal.of(error, 'anon')?.status !== 503) throw error
        return new PushRefusal(503, PUSH_CALL.away, 10).getResponse()
      }
    },
  }
}

/** The contract's push calls carry a bearer token alone. */
function withKey({ url, headers }: Request, publishableKey: string): Request {
  const apikey = headers.get('apikey') ?? publishableKey
  return new Request(url, { headers: { apikey, authorization: headers.get('authorization') ?? '' } })
}
