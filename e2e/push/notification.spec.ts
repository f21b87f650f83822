import { controlled, expect, test } from '#e2e/offline/app-journey.ts'
import { click, push, shown, workerOf, type WorkerScope } from './pushed-messages.ts'

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['notifications'])
  await page.goto('/contact')
  await controlled(page)
})

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
      {
        endpoint: 'https://fcm.googleapis.com/new',
        p256dh: 'p',
        auth: 'a',
        preferences,
        former: 'https://fcm.googleapis.com/old',
      },
    ],
    ['DELETE', '/functions/v1/push-notifications/unsubscribe', { endpoint: 'https://fcm.googleapis.com/old' }],
  ])
})
