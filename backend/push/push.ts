import type { Sql } from 'postgres'
import { DatabaseError } from '#backend/database/database-error.ts'
import { requireWriter } from '#backend/auth/require-writer.ts'
import type { Keys } from '#backend/supabase-lite/supabase-lite.ts'
import { PUSH_CALL } from '#domain/push/messages.ts'
import type { FollowNotification } from '#domain/push/followed-event.ts'
import { PushError } from '#supabase/functions/push-notifications/push-error.ts'
import type { PushClient } from '#supabase/functions/push-notifications/push-service.ts'
import { openDeliveries, type DeliveryFigures } from './delivery.ts'
import { createMessenger, type PushSettings } from './send-message.ts'
import { createNotificationSender } from './notification-sender.ts'
import { createSubscriptionService } from './subscriptions.ts'
import { createFollowService } from './follows.ts'
import { openFollowedEvents } from './followed-events.ts'
import { openPlannedSends } from './planned-sends.ts'

interface PushOptions {
  /** Connections that are "service_role". */
  sql: Sql
  /** The same for background work, which no request waits for. */
  background: Sql
  keys: Keys
  settings: PushSettings
  /** Address of the database, for threads that deliver. */
  databaseUrl: string
  siteUrl: string
  createPushFunction: CreatePushFunction
  followNotification: FollowNotification
  logFailure: (what: string, error: unknown) => void
}

/** Creates the push function of the contract: it reads calls, and carries them out by the service. */
export type CreatePushFunction = (service: PushClient) => (request: Request, client?: string) => Promise<Response>

export interface Push {
  readonly figures: DeliveryFigures
  /** Serves a request below pushFolder. */
  handle(request: Request, client: string | undefined): Promise<Response>
  /** Responds to requests that wait for a result, and stops sending. Another server or the next start continues. */
  close(): Promise<void>
}

/** Path of the push function, as the contract names it. */
export const pushFolder = '/functions/v1/push-notifications'

/** The push function in this process. Source: docs/decisions/019 */
export function openPush(options: PushOptions): Push {
  const { sql, background, keys, settings, databaseUrl, siteUrl, followNotification, logFailure } = options
  const closing = new AbortController()
  const messenger = createMessenger(settings)
  const deliveries = openDeliveries({ sql: background, databaseUrl, settings, logFailure })
  const followed = openFollowedEvents({ sql: background, deliveries, followNotification, logFailure })
  const planned = openPlannedSends({ sql: background, deliveries, logFailure })
  const handle = options.createPushFunction({
    ...createSubscriptionService(sql, keys.jwtSecret),
    ...createFollowService(sql),
    ...createNotificationSender({ sql, messenger, deliveries, closing: closing.signal, logFailure }),
    endpointHosts: settings.endpointHosts,
    siteUrl,
    staffOf: async (request) => {
      const writer = await requireWriter(withKey(request, keys.publishableKey), { sql, keys, callers: 'staff' })
      if (typeof writer !== 'number') return { account: writer.claims.sub ?? null }
      if (writer !== 503)
        logFailure('A push call of an admin was rejected', `${writer} ${new URL(request.url).pathname}`)
      return writer
    },
  })

  return {
    figures: deliveries.figures,

    async handle(request: Request, client: string | undefined): Promise<Response> {
      try {
        return await handle(request, client)
      } catch (error) {
        if (DatabaseError.of(error, 'anon')?.status !== 503) throw error
        if (isFull(error)) {
          logFailure('A push subscription was not stored', error)
          return new PushError(503, PUSH_CALL.full, 3_600).getResponse()
        }
        return new PushError(503, PUSH_CALL.away, 10).getResponse()
      }
    },

    async close(): Promise<void> {
      closing.abort()
      // Deliveries stop at once. What the other two still queue is sent after the next start, or by another server.
      await Promise.all([followed.close(), planned.close(), deliveries.close()])
      messenger.close()
    },
  }
}

/** Whether push.limit_subscriptions has rejected a subscription. */
function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53400'
}

/** The contract's push calls carry a bearer token alone. */
function withKey({ url, headers }: Request, publishableKey: string): Request {
  const apikey = headers.get('apikey') ?? publishableKey
  return new Request(url, { headers: { apikey, authorization: headers.get('authorization') ?? '' } })
}
