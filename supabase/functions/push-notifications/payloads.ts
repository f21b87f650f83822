import { z } from 'zod'
import { PUSH_ENDPOINT_MAX, PUSH_USER_AGENT_MAX } from '../../../domain/limits.ts'
import { isPushEndpoint } from '../../../domain/push/endpoint.ts'
import { PUSH_CALL } from '../../../domain/push/messages.ts'
import { DEFAULT_PUSH_PREFERENCES, PUSH_CATEGORIES, type PushCategory } from '../../../domain/push/preferences.ts'

const preferences = z.strictObject(
  Object.fromEntries(PUSH_CATEGORIES.map((category) => [category, z.boolean()])) as Record<PushCategory, z.ZodBoolean>,
)

const knownEndpoint = z.string().min(1).max(PUSH_ENDPOINT_MAX)

/** @param bytes exact length of what is encoded */
function base64Url(bytes: number) {
  const characters = Math.ceil((bytes * 8) / 6)
  return z.string().regex(new RegExp(`^[\\w-]{${characters}}={0,2}$`), `must be ${bytes} bytes in base64url`)
}

/**
 * What POST /subscribe carries.
 * @param hosts push services that an endpoint may be of
 */
export function subscribing(hosts: readonly string[]) {
  return z.object({
    endpoint: knownEndpoint.refine((endpoint) => isPushEndpoint(endpoint, hosts), PUSH_CALL.noPushService),
    p256dh: base64Url(65).refine(isOnCurve, PUSH_CALL.noPublicKey),
    auth: base64Url(16),
    preferences: preferences.default(DEFAULT_PUSH_PREFERENCES),
    userAgent: z.string().max(PUSH_USER_AGENT_MAX).nullish(),
    ipAddress: z.null().optional(),
  })
}

/** A key that is no point of the curve would give the sender's own keys away. Source: RFC 8291, section 7 */
async function isOnCurve(key: string): Promise<boolean> {
  const point = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0))
  return crypto.subtle.importKey('raw', point, { name: 'ECDH', namedCurve: 'P-256' }, false, []).then(
    () => true,
    () => false,
  )
}

/** What DELETE /unsubscribe and POST /test carry. */
export const naming = z.object({ endpoint: knownEndpoint })

/** What PUT /preferences carries. */
export const preferring = z.object({ endpoint: knownEndpoint, preferences })
