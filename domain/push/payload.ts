import { PUSH_PAYLOAD_MAX } from './limits.ts'
import type { PushCategory } from './preferences.ts'

/** What a notification says. Source: docs/behaviour/push.md#what-a-notification-says */
export interface PushContent {
  title: string
  body: string
  category: PushCategory
  /** Path of the page that a click opens. */
  url: string
  icon: string | null
  badge: string | null
  image: string | null
  data: { timestamp?: string | number | undefined; admin?: boolean | undefined } | null
}

/** The push message as JSON, as the service worker gets it; members with a default may be missing. */
type PushPayload = Pick<PushContent, 'title' | 'body' | 'url'> &
  Partial<{ [Key in 'category' | 'icon' | 'badge' | 'image' | 'data']: NonNullable<PushContent[Key]> }> & {
    /** A later message with the same tag replaces the notification that is shown. */
    tag: string
    notificationId?: string
    /** Topic that the subscription follows: a tap on 'Stop' ends it. */
    follow?: string
  }

/** @returns the message before it is encrypted for each subscription */
export function pushPayload(
  { notificationId, ...content }: PushContent & { notificationId: string },
  follow?: string,
): string {
  const { title, body, url, category, icon, badge, image, data } = content
  const payload: PushPayload = {
    title,
    body,
    url,
    category,
    tag: `notification-${notificationId}`,
    notificationId,
    ...(icon && { icon }),
    ...(badge && { badge }),
    ...(image && { image }),
    ...(data && { data }),
    ...(follow && { follow }),
  }
  return JSON.stringify(payload)
}

/** Header, padding delimiter and authentication tag. Source: RFC 8188, section 2 */
const overhead = 86 + 1 + 16

/** Longest possible id of a notification, because the size is checked before it has one. */
const longestId = '9'.repeat(19)

/** @returns bytes by which the encrypted notification exceeds the limit; 0 when it fits */
export function excessBytes(content: PushContent): { bytes: number; excess: number } {
  const bytes = new TextEncoder().encode(pushPayload({ ...content, notificationId: longestId })).length + overhead
  return { bytes, excess: Math.max(0, bytes - PUSH_PAYLOAD_MAX) }
}
