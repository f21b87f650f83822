import { PUSH_DEFAULT_BODY, STOP_FOLLOWING } from './browser-messages.ts'

/** Arguments of the Notifications API; the DOM types omit members that not every browser supports. */
export interface ShownNotification {
  title: string
  options: {
    body: string
    icon: string
    badge: string
    image?: string
    vibrate: number[]
    tag?: string
    actions?: { action: string; title: string }[]
    data: { url: string | null; follow?: string }
  }
}

/** Source: docs/behaviour/push.md#shown-notification. */
const ICON = '/icon-192.png'
const BADGE = '/badge-96.png'
const VIBRATION_MS = [200, 100, 200]

/**
 * Converts a push message to the notification that the device shows. Missing members have the specified defaults, so
 * that even an invalid message shows a notification.
 *
 * @param message with the members title, body, icon, badge, image, url, tag, notificationId, follow
 * @param fallbackTitle title of a message without one
 */
export function shownNotification(message: unknown, fallbackTitle: string): ShownNotification {
  const sent = typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : {}
  const text = (name: string) => {
    const value = sent[name]
    return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? String(value) : undefined
  }
  const image = text('image')
  // A notification that is sent again replaces the first one.
  const tag = text('tag') ?? text('notificationId')
  const follow = text('follow')
  return {
    title: text('title') ?? fallbackTitle,
    options: {
      body: text('body') ?? PUSH_DEFAULT_BODY,
      icon: text('icon') ?? ICON,
      badge: text('badge') ?? BADGE,
      ...(image !== undefined && { image }),
      vibrate: VIBRATION_MS,
      ...(tag !== undefined && { tag }),
      ...(follow !== undefined && { actions: [STOP_FOLLOWING] }),
      data: { url: text('url') ?? null, ...(follow !== undefined && { follow }) },
    },
  }
}
