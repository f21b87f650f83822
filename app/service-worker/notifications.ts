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
  const target = ownAddress(url)
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = open.find((client) => client.url === target) ?? open.find(isForVisitors)
  if (!there) return void (await worker.clients.openWindow(target ?? '/'))
  const focused = await there.focus()
  if (target === null || focused.url === target) return
  // A window that this worker does not control cannot be sent anywhere.
  await focused.navigate(target).catch(() => worker.clients.openWindow(target))
}

/** @returns the whole address, if it is one of this site */
function ownAddress(url: string | null | undefined): string | null {
  if (!url) return null
  const address = URL.parse(url, location.origin)
  return address?.origin === location.origin ? address.href : null
}

/** Staff may be in the middle of a form. */
function isForVisitors({ url }: WindowClient): boolean {
  return !/^\/admin([-/]|$)/.test(new URL(url).pathname)
}
