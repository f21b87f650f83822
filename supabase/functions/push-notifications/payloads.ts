import { z } from 'zod'
import { characters } from '../../../domain/characters.ts'
import {
  PUSH_AHEAD_MS,
  PUSH_BODY_MAX,
  PUSH_ENDPOINT_MAX,
  PUSH_LINK_MAX,
  PUSH_PAST_MS,
  PUSH_PAYLOAD_MAX,
  PUSH_TITLE_MAX,
  PUSH_USER_AGENT_MAX,
} from '../../../domain/push/limits.ts'
import { isPushEndpoint, normalEndpoint } from '../../../domain/push/endpoint.ts'
import { pushImage, pushPath } from '../../../domain/push/link.ts'
import { PUSH_CALL } from '../../../domain/push/messages.ts'
import { excessBytes } from '../../../domain/push/payload.ts'
import { DEFAULT_PUSH_CATEGORY, DEFAULT_PUSH_PREFERENCES, PUSH_CATEGORIES } from '../../../domain/push/preferences.ts'

const preferences = z.strictObject(Object.fromEntries(PUSH_CATEGORIES.map((category) => [category, z.boolean()])))

/** The id of a notification. */
const numberText = z.string().regex(/^[0-9]{1,18}$/)

const endpointText = z.string().min(1).max(PUSH_ENDPOINT_MAX)
export const knownEndpoint = endpointText.transform(normalEndpoint)

/** @param bytes exact length of the decoded value */
function base64Url(bytes: number) {
  const characters = Math.ceil((bytes * 8) / 6)
  const error = `must be ${bytes} bytes in base64url`
  // Later checks decode the text, so they run on base64url alone.
  return z.string().regex(new RegExp(`^[\\w-]{${characters}}={0,2}$`), { error, abort: true })
}

/**
 * Payload of POST /subscribe.
 * @param hosts push services that an endpoint may belong to
 */
export function subscribePayload(hosts: readonly string[]) {
  return z.object({
    endpoint: endpointText
      .refine((endpoint) => isPushEndpoint(endpoint, hosts), PUSH_CALL.noPushService)
      .transform(normalEndpoint),
    p256dh: base64Url(65).refine(isOnCurve, PUSH_CALL.noPublicKey),
    auth: base64Url(16),
    preferences: preferences.default(DEFAULT_PUSH_PREFERENCES),
    userAgent: z.string().max(PUSH_USER_AGENT_MAX).nullish(),
    ipAddress: z.null().optional(),
    former: knownEndpoint.optional(),
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

/** Payload of DELETE /unsubscribe. */
export const endpointPayload = z.object({ endpoint: knownEndpoint })

/** Payload of PUT /preferences. */
export const preferencesPayload = z.object({ endpoint: knownEndpoint, preferences })

/** Longest address of a page or picture as it is sent, in characters: it may have the origin of the site before its path. */
const longestAddress = 2 * PUSH_LINK_MAX

/**
 * What a notification says, in the payloads of POST /send, PUT /planned and POST /test.
 * @param siteUrl origin of the site, whose pages a notification may open
 */
export function notificationPayload(siteUrl: string) {
  const text = (most: number) =>
    z
      .string()
      .refine((typed) => characters(typed) <= most, PUSH_CALL.tooLong(most))
      .refine((typed) => typed.trim() !== '', PUSH_CALL.blank)
  const image = z
    .string()
    .max(longestAddress)
    .transform(checked((url) => pushImage(url, siteUrl), PUSH_CALL.noImage))
  return z
    .object({
      title: text(PUSH_TITLE_MAX),
      body: text(PUSH_BODY_MAX),
      category: z.enum(PUSH_CATEGORIES).default(DEFAULT_PUSH_CATEGORY),
      url: z
        .string()
        .max(longestAddress)
        .default('/')
        .transform(checked((url) => pushPath(url, siteUrl), PUSH_CALL.noPath)),
      icon: image.nullable().default(null),
      badge: image.nullable().default(null),
      image: image.nullable().default(null),
      data: z
        .object({ timestamp: z.union([z.number(), z.string().max(40)]), admin: z.boolean() })
        .partial()
        .nullable()
        .default(null),
    })
    .superRefine((content, context) => {
      const { bytes, excess } = excessBytes(content)
      if (excess > 0) context.addIssue({ code: 'custom', message: PUSH_CALL.payloadTooLong(bytes, PUSH_PAYLOAD_MAX) })
    })
}

/** Payload of POST /send: a notification, and when it leaves. Without `undo` and `sendAt` it leaves at once. */
export function plannedPayload(siteUrl: string) {
  return notificationPayload(siteUrl).safeExtend({
    undo: z.boolean().default(false),
    sendAt: sendTime.nullable().default(null),
  })
}

/** Payload of PUT /planned: what a notification that has not left says from now on, and when it leaves. */
export function changedPayload(siteUrl: string) {
  return notificationPayload(siteUrl).safeExtend({
    notificationId: z.union([z.int().positive().transform(String), numberText]),
    /** The version that was changed; without one, whatever it says by now is replaced. */
    version: z.int().positive().nullable().default(null),
    sendAt: sendTime.nullable().default(null),
  })
}

/** A repeated request may come a little after the time that it names. */
const sendTime = z.iso.datetime({ offset: true }).refine((time) => {
  const ahead = Date.parse(time) - Date.now()
  return ahead > -PUSH_PAST_MS && ahead < PUSH_AHEAD_MS
}, PUSH_CALL.noTime)

/** Payload of POST /click. */
export const clickPayload = z.object({ endpoint: knownEndpoint, notificationId: numberText })

/** Payload of POST /test. Staff may include a notification, to preview it on their own device. */
export function testPayload(siteUrl: string) {
  return endpointPayload.extend({ notification: notificationPayload(siteUrl).optional() })
}

/** A transformation that rejects a text for which `read` returns null. */
function checked(read: (text: string) => string | null, message: string) {
  return (text: string, context: z.RefinementCtx): string => {
    const result = read(text)
    if (result !== null) return result
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
}
