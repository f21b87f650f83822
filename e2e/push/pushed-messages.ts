import type { BrowserContext, Page, Worker } from '@playwright/test'

export interface WorkerScope {
  registration: ServiceWorkerRegistration
  NotificationEvent: new (type: string, init: object) => Event
  ExtendableEvent: new (type: string) => Event
  shown: Promise<void>
}

export async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}

/** Delivers a message to the service worker of a page as a push service does, and waits until it is shown. */
export async function push(page: Page, data: string): Promise<void> {
  const worker = await workerOf(page.context())
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    const { registration } = scope
    const show = registration.showNotification.bind(registration)
    scope.shown = new Promise((resolve) => {
      registration.showNotification = async (...notification) => {
        await show(...notification)
        resolve()
      }
    })
  })
  await deliver(page, data)
  await worker.evaluate(() => (globalThis as unknown as WorkerScope).shown)
}

async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  const registrationId = await new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      // The browser may still know the workers of earlier tests.
      const own = versions.find(
        ({ status, controlledClients = [] }) =>
          status === 'activated' && controlledClients.includes(targetInfo.targetId),
      )
      if (own) resolve(own.registrationId)
    })
    void session.send('ServiceWorker.enable')
  })
  const { origin } = new URL(page.url())
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await session.detach()
}

export function shown(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const notifications = (await registration.getNotifications()) as (Notification & { badge: string })[]
    return notifications.map(({ title, body, tag, icon, badge, data }) => ({ title, body, tag, icon, badge, data }))
  })
}

/** Clicks the shown notification, or one of its buttons. */
export async function click(context: BrowserContext, action = ''): Promise<void> {
  const worker = await workerOf(context)
  await worker.evaluate(async (chosen) => {
    const scope = globalThis as unknown as WorkerScope
    const [notification] = await scope.registration.getNotifications()
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: chosen }))
  }, action)
}
