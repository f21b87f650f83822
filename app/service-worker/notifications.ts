import { pushPath } from '#domain/push/link.ts'
import { shownNotification } from '#domain/push/shown-notification.ts'
import { isAdminPath } from './request-kind.ts'
import { worker } from './worker.ts'

/** Browsers revoke a subscription whose pushes show no notification, so every push shows one. */
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

/**
 * Opens the notification's page in a public window of the site, or in a new one. Never opens another site, and never
 * navigates an admin window.
 */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const { url } = (notification.data ?? {}) as { url?: string | null }
  const path = pushPath(url ?? '', location.origin)
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const window = open.find((client) => path !== null && pathOf(client) === path) ?? open.find(isPublic)
  if (!window) return void (await worker.clients.openWindow(path ?? '/'))
  // When the browser does not allow focusing the window, the page is still opened in it.
  await window.focus().catch(() => undefined)
  if (path === null || pathOf(window) === path) return
  // A window that this worker does not control cannot be navigated.
  await window.navigate(path).catch(() => worker.clients.openWindow(path))
}

function pathOf({ url }: WindowClient): string {
  const { pathname, search, hash } = new URL(url)
  return pathname + search + hash
}

function isPublic({ url }: WindowClient): boolean {
  return !isAdminPath(new URL(url).pathname)
}
