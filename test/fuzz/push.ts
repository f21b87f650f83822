import { isIP } from 'node:net'
import fc from 'fast-check'
import { PUSH_PAYLOAD_MAX } from '#domain/push/limits.ts'
import { DEFAULT_PUSH_PREFERENCES, PUSH_CATEGORIES } from '#domain/push/preferences.ts'
import {
  preferencesPayload,
  notificationPayload,
  subscribePayload,
  testPayload,
} from '#supabase/functions/push-notifications/payloads.ts'
import { PushError } from '#supabase/functions/push-notifications/push-error.ts'
import { readPayload } from '#supabase/functions/push-notifications/read-payload.ts'
import { ensure, type Target } from './target.ts'

const site = 'https://suchana.example'
const hosts = ['fcm.googleapis.com', '*.push.apple.com']
const subscribe = subscribePayload(hosts)
const send = notificationPayload(site)
const schemas = [subscribe, send, preferencesPayload, testPayload(site)] as const

/** A key and a secret of a browser. */
const p256dh = 'BLda9le3o_FKbckYX8_8jqsn3K-kdwTIy_RwOunHlzCMS1K9ZNrR0dXh2V4nkOvPh3LhOPCWr7RPWZWqdpe2JG4'
const auth = 'DGv6ra1nlYgDCS1FRnbzlw'

const linkPieces = fc.constantFrom(
  ...'https:// http:// HTTPS:// javascript: // / \\ /\\ @ : :443 :8443 # ? %2f .. . x ｆｃｍ а user:secret'.split(' '),
  ...'web.push.apple.com push.apple.com evil.example 127.0.0.1 [::1] 2130706433 localhost suchana.example'.split(' '),
  ...hosts,
  site,
  ' ',
  '\t',
  '\n',
  '\u0000',
)
const link = fc.array(linkPieces, { maxLength: 7 }).map((parts) => parts.join(''))
const anything = fc.oneof(fc.jsonValue(), link)
/** Mostly the right value, so that the other members are looked at, too. */
const mostly = (right: unknown) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: anything })

const subscription = fc.record(
  {
    endpoint: fc.oneof(mostly('https://fcm.googleapis.com/fcm/send/x'), link),
    p256dh: mostly(p256dh),
    auth: mostly(auth),
    preferences: mostly(DEFAULT_PUSH_PREFERENCES),
    userAgent: anything,
    ipAddress: mostly(null),
  },
  { requiredKeys: ['endpoint', 'p256dh', 'auth'] },
)
const content = fc.record(
  {
    title: mostly('A notice'),
    body: mostly('The last date is near'),
    category: mostly('newJobs'),
    url: fc.oneof(mostly('/jobs'), link),
    icon: fc.oneof(mostly(null), link),
    image: fc.oneof(mostly(null), link),
    data: mostly(null),
  },
  { requiredKeys: ['title', 'body'] },
)

export const pushTargets: Target[] = [
  {
    name: 'subscriptions name a known push service, or are refused',
    property: fc.asyncProperty(subscription, async (sent) => {
      const { data } = await subscribe.safeParseAsync(sent)
      if (!data) return
      const { protocol, hostname, port, username, password } = new URL(data.endpoint)
      const isKnown = hostname === hosts[0] || /.\.push\.apple\.com$/.test(hostname)
      ensure(protocol === 'https:' && isKnown && !port && !username && !password, 'Another host')
      ensure(data.p256dh === p256dh && data.auth === auth, 'Another key')
      ensure(Object.keys(data.preferences).length === PUSH_CATEGORIES.length, 'Other preferences')
    }),
  },
  {
    name: 'notifications open a page of this site, or are refused',
    property: fc.asyncProperty(content, async (sent) => {
      const { data } = await send.safeParseAsync(sent)
      if (!data) return
      ensure(data.url.startsWith('/') && new URL(data.url, site).origin === site, 'Another site')
      for (const picture of [data.icon, data.badge, data.image]) {
        if (picture === null) continue
        const { origin, protocol, username, hostname } = new URL(picture, site)
        const isPublicName = hostname.includes('.') && isIP(hostname) === 0
        ensure(origin === site || (protocol === 'https:' && !username && isPublicName), 'A private picture')
      }
      ensure(Buffer.byteLength(JSON.stringify(data)) < PUSH_PAYLOAD_MAX, 'A notification that is too long')
    }),
  },
  {
    name: 'push bodies of any form are read or refused',
    property: fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.json().map((text) => new TextEncoder().encode(text)),
      ),
      fc.constantFrom(...schemas),
      async (bytes, schema) => {
        const request = new Request(site, { method: 'POST', body: new Uint8Array(bytes) })
        try {
          await readPayload<unknown>(request, schema)
        } catch (error) {
          ensure(error instanceof PushError, String(error))
        }
      },
    ),
  },
]
