import type { BrowserContext, Page, Worker } from '@playwright/test'
import { controlled, expect, test } from '#e2e/offline/app-journey.ts'

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['notifications'])
  await page.goto('/contact')
  await controlled(page)
})

interface WorkerScope {
  registration: ServiceWorkerRegistration
  NotificationEvent: new (type: string, init: object) => Event
  ExtendableEvent: new (type: string) => Event
  shown: Promise<void>
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}

/** Delivers a message to the service worker of a page as a push service does, and waits until it is shown. */
async function push(page: Page, data: string): Promise<void> {
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

function shown(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const notifications = (await registration.getNotifications()) as (Notification & { badge: string })[]
    return notifications.map(({ title, body, tag, icon, badge, data }) => ({ title, body, tag, icon, badge, data }))
  })
}

/** Clicks the shown notification. */
async function click(context: BrowserContext): Promise<void> {
  const worker = await workerOf(context)
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope
    const [notification] = await scope.registration.getNotifications()
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
}

test('a push message is shown, and the same message sent again replaces it', async ({ page, baseURL }) => {
  const message = { title: 'SSC MTS 2026', body: 'Apply until 10-12-2026', url: '/jobs', tag: 'notification-7' }
  await push(page, JSON.stringify(message))
  await push(page, JSON.stringify(message))
  await expect
    .poll(() => shown(page))
    .toEqual([
      {
        title: 'SSC MTS 2026',
        body: 'Apply until 10-12-2026',
        tag: 'notification-7',
        icon: `${baseURL}/icon-192.png`,
        badge: `${baseURL}/badge-96.png`,
        data: { url: '/jobs' },
      },
    ])
})

test('an empty push message is shown with default texts', async ({ page, baseURL }) => {
  await push(page, '')
  const body = 'New government job notification available!'
  await expect.poll(() => shown(page)).toMatchObject([{ title: new URL(baseURL ?? '').host, body }])
})

test('a click on a notification opens its page', async ({ page, context }) => {
  await push(page, JSON.stringify({ title: 'Results', url: '/results' }))
  await expect.poll(async () => (await shown(page)).length).toBe(1)
  await click(context)
  await expect(page).toHaveURL('/results')
  await expect.poll(async () => (await shown(page)).length).toBe(0)
})

for (const url of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example']) {
  test(`a click on a notification never opens ${url}`, async ({ page, context }) => {
    await push(page, JSON.stringify({ title: 'Results', url }))
    await expect.poll(async () => (await shown(page)).length).toBe(1)
    await click(context)
    await expect.poll(async () => (await shown(page)).length).toBe(0)
    await expect(page).toHaveURL('/contact')
  })
}

test('a changed push subscription is sent to the server with its preferences', async ({ page, context }) => {
  const preferences = { newJobs: true, results: false, admitCards: true, answerKeys: true, generalUpdates: false }
  await page.evaluate(async (chosen) => {
    const key = 'x'
    const memo = {
      endpoint: 'https://fcm.googleapis.com/old',
      preferences: chosen,
      publishableKey: key,
      vapidPublicKey: key,
    }
    await (await caches.open('push')).put('/push-subscription', Response.json(memo))
  }, preferences)
  const worker = await workerOf(context)
  const calls = await worker.evaluate(async () => {
    const sent: [string, string, unknown][] = []
    const twoCalls = new Promise<void>((resolve) => {
      globalThis.fetch = (input, init) => {
        sent.push([init?.method ?? '', input as string, JSON.parse(init?.body as string)])
        if (sent.length === 2) resolve()
        return Promise.resolve(Response.json({ success: true }))
      }
    })
    const newSubscription = {
      endpoint: 'https://fcm.googleapis.com/new',
      toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/new', keys: { p256dh: 'p', auth: 'a' } }),
    }
    const { ExtendableEvent } = globalThis as unknown as WorkerScope
    dispatchEvent(Object.assign(new ExtendableEvent('pushsubscriptionchange'), { newSubscription }))
    await twoCalls
    return sent
  })
  expect(calls).toMatchObject([
    [
      'POST',
      '/functions/v1/push-notifications/subscribe',
      { endpoint: 'https://fcm.googleapis.com/new', p256dh: 'p', auth: 'a', preferences },
    ],
    ['DELETE', '/functions/v1/push-notifications/unsubscribe', { endpoint: 'https://fcm.googleapis.com/old' }],
  ])
})
