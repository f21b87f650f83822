import { pushPath } from '#domain/push/link.ts'
import { shownNotification } from '#domain/push/shown-notification.ts'
import { worker } from './worker.ts'

/** A browser allows pushes only to those who show something for every one of them. */
export async function showNotification(data: PushMessageData | null): Promise<void> {
  const { title, options } = shownNotification(messageOf(data), location.host)
  await worker.registration.showNotification(title, options)
}

function messageOf(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return { body: data?.text() }
  }
}

/** Brings the site to the front and goes to the notification's page; never to another site. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const { url } = (notification.data ?? {}) as { url?: string | null }
  const path = pushPath(url ?? '', location.origin)
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = open.find((client) => path !== null && pathOf(client) === path) ?? open.find(isForVisitors)
  if (!there) return void (await worker.clients.openWindow(path ?? '/'))
  // A browser that does not think of this as the visitor's wish still shows the page where the window is.
  await there.focus().catch(() => undefined)
  if (path === null || pathOf(there) === path) return
  // A window that this worker does not control cannot be sent anywhere.
  await there.navigate(path).catch(() => worker.clients.openWindow(path))
}

function pathOf({ url }: WindowClient): string {
  const { pathname, search, hash } = new URL(url)
  return pathname + search + hash
}

/** Staff may be in the middle of a form. */
function isForVisitors({ url }: WindowClient): boolean {
  return !/^\/admin([-/]|$)/.test(new URL(url).pathname)
}
