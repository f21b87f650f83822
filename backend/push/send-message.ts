import { createPrivateKey, sign } from 'node:crypto'
import { isPushEndpoint, normalEndpoint } from '#domain/push/endpoint.ts'
import type { Tables } from '#supabase/database-types.ts'
import { encryptMessage } from './encrypt-message.ts'
import type { PushResponse } from './outcome.ts'
import { openPushServices } from './push-services.ts'

export interface PushSettings {
  /** Identity towards push services: P-256 keys in base64url, and an address of the operator. Source: RFC 8292 */
  vapid: { publicKey: string; privateKey: string; subject: string }
  /** Hosts of push services that subscriptions may name, with an optional "*." in front. */
  endpointHosts: readonly string[]
  /** PEM certificate that is trusted instead of the usual ones; tests use a fake push service. */
  authority?: string
}

/** The endpoint of one message, and the keys that encrypt it. */
export type Receiver = Pick<Tables<'push_subscriptions'>, 'endpoint' | 'p256dh' | 'auth'>

export interface Envelope {
  payload: Buffer
  /** Seconds that a push service stores the message for an offline device. */
  ttl: number
  /** Replaces an older message with the same topic that was not delivered yet. Up to 32 characters of base64url. */
  topic?: string
}

export interface Messenger {
  /** Encrypts a message for one receiver and sends it to the push service; never throws. */
  send(receiver: Receiver, envelope: Envelope): Promise<PushResponse>
  close(): void
}

/**
 * Seconds that a signature is valid, and after which it is renewed. The clock of a push service may differ by an hour:
 * for it, too, the signature is valid for 24 hours at most (RFC 8292, section 2) and for as long as it is used.
 * Source: docs/behaviour/push.md#signatures
 */
const [signatureLife, signatureUse] = [79_200, 43_200]

/**
 * Sends Web Push messages, encrypted for each receiver (RFC 8291) and with a signature that is cached per push service
 * for 12 hours (RFC 8292). Endpoints are checked again, since rows may be older than the list of hosts.
 */
export function createMessenger({ vapid, endpointHosts, authority }: PushSettings): Messenger {
  const services = openPushServices(authority)
  const signatures = new Map<string, { value: string; renewAt: number }>()

  function signatureFor(origin: string): string {
    const now = Date.now() / 1000
    const cached = signatures.get(origin)
    if (cached && cached.renewAt > now) return cached.value
    const value = signatureOf(vapid, { aud: origin, exp: Math.floor(now + signatureLife), sub: vapid.subject })
    signatures.set(origin, { value, renewAt: now + signatureUse })
    return value
  }

  /** @returns the new endpoint of a subscription, for later attempts, when it is one of a known push service */
  function movedTo(location: string | undefined, from: URL): string | undefined {
    const moved = location && URL.parse(location, from)?.href
    return moved && isPushEndpoint(moved, endpointHosts) ? normalEndpoint(moved) : undefined
  }

  return {
    async send(receiver, { payload, ttl, topic }) {
      const { endpoint } = receiver
      if (!isPushEndpoint(endpoint, endpointHosts)) return { status: 400, text: 'No known push service' }
      const url = new URL(endpoint)
      let body: Buffer
      try {
        body = encrypt(receiver, payload)
      } catch {
        return { status: 410, text: 'The keys of the subscription are damaged' }
      }
      const headers = {
        authorization: signatureFor(url.origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: Math.floor(ttl),
        urgency: 'normal',
        ...(topic && { topic }),
      }
      const response = await services.post(url, headers, body)
      return 'location' in response ? { ...response, location: movedTo(response.location, url) } : response
    },
    close: () => services.close(),
  }
}

/** @returns the value of the header `Authorization`. Source: RFC 8292, sections 2 and 3 */
function signatureOf({ publicKey, privateKey }: PushSettings['vapid'], claims: object): string {
  const [x, y] = [publicPart(publicKey, 1), publicPart(publicKey, 33)]
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' })
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`
}

/** @returns a coordinate of an uncompressed point, in base64url */
function publicPart(point: string, start: number): string {
  return Buffer.from(point, 'base64url')
    .subarray(start, start + 32)
    .toString('base64url')
}

/**
 * Encrypts without stack traces: Node.js 24 detects the kind of a key by catching exceptions, and recording their stacks
 * takes a tenth of the time of an encryption.
 */
function encrypt({ p256dh, auth }: Receiver, payload: Buffer): Buffer {
  const frames = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return encryptMessage(p256dh, auth, payload)
  } finally {
    Error.stackTraceLimit = frames
  }
}
