import type { BrowserContext } from '@playwright/test'
import { withPushService } from '#test/fakes/browser-push-service.ts'
import { expectNoViolationsAtBothSizes } from '#e2e/accessibility/axe.ts'
import { expect, expectConsoleError, test } from './admin-test.ts'

const PATH = '/admin/push-tester'

test.use({ serviceWorkers: 'allow' })

/** Simulates a user who answers the permission prompt. */
async function answerPrompt(context: BrowserContext, answer: 'granted' | 'denied'): Promise<void> {
  await withPushService(context)
  await context.addInitScript((given) => {
    let permission = sessionStorage.getItem('permission') ?? 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = () => {
      sessionStorage.setItem('permission', given)
      return Promise.resolve((permission = given) as NotificationPermission)
    }
    const shown: string[] = []
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: (title: string) => {
        shown.push(title)
        document.documentElement.dataset['shown'] = shown.join()
        return Promise.resolve()
      },
    })
  }, answer)
}

/** Deletes the subscription of this browser, so that the server does not send to it later. */
test.afterEach(async ({ page, sql }) => {
  const subscription = await page.evaluate(() => sessionStorage.getItem('fake push subscription'))
  if (subscription) await sql`delete from push_subscriptions where endpoint = ${JSON.parse(subscription).endpoint}`
})

test('push tester: permission and subscription are shown, and a subscription is created and deleted', async ({
  page,
  context,
  sql,
}) => {
  await answerPrompt(context, 'granted')
  await page.goto(PATH)
  await expect(page).toHaveTitle('Push Tester | Suchana')
  const facts = page.getByRole('region', { name: 'This browser' })
  await expect(facts).toContainText('Permissionnot requested')
  await expect(facts).toContainText('Subscriptionnot subscribed')
  await expect(page.getByRole('button', { name: 'Send test notification' })).toBeDisabled()

  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await expect(facts).toContainText('Permissiongranted')
  await expect(facts).toContainText('Subscriptionsubscribed')
  const { endpoint } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('fake push subscription') ?? '{}'))
  expect((await sql`select from push_subscriptions where endpoint = ${endpoint} and is_active`).count).toBe(1)

  await page.reload()
  await expect(facts).toContainText('Subscriptionsubscribed')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(facts).toContainText('Subscriptionnot subscribed')
  await expect.poll(async () => (await sql`select from push_subscriptions where endpoint = ${endpoint}`).count).toBe(0)
})

test('push tester: denied permission shows where to change it', async ({ page, context }) => {
  await answerPrompt(context, 'denied')
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  const words = 'Notification permission denied. Please enable notifications in browser settings.'
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('region', { name: 'This browser' })).toContainText('Permissiondenied')
})

test('push tester: a rejected subscription shows the reason of the server', async ({
  page,
  context,
  consoleErrors,
}) => {
  await answerPrompt(context, 'granted')
  await context.route(/push-notifications\/subscribe$/, (route) =>
    route.fulfill({ status: 429, json: { error: 'Too many requests. Please try again later.' } }),
  )
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await expect(page.getByText('Subscription failed: Too many requests. Please try again later.')).toBeVisible()
  expectConsoleError(consoleErrors, /status of 429/)
})

test('push tester: a failed end of the subscription and a failed test show the reason', async ({ page, context }) => {
  await answerPrompt(context, 'granted')
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await expect(page.getByText('This browser is subscribed.')).toBeVisible()
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const endpoint = (await registration.pushManager.getSubscription())?.endpoint
    const unsubscribe = () => Promise.reject(new Error('the browser is busy'))
    PushManager.prototype.getSubscription = () =>
      Promise.resolve({ endpoint, unsubscribe } as unknown as PushSubscription)
  })
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('Unsubscribe failed: the browser is busy')).toBeVisible()

  await page.evaluate(() => {
    PushManager.prototype.getSubscription = () => Promise.resolve(null)
  })
  await page.getByRole('button', { name: 'Send test notification' }).click()
  await expect(page.getByText('Test notification failed: No active subscription found')).toBeVisible()
})

for (const [name, title] of [
  ['New job', 'New job: SSC CGL 2026'],
  ['Result', 'Result: UPSC Civil Services 2026'],
  ['Admit card', 'Admit card: RRB NTPC 2026'],
  ['Answer key', 'Answer key: IBPS PO 2026'],
  ['Send test notification', 'Test Notification'],
] as const) {
  test(`push tester: ${name} is sent by the server, or shown by the browser if that fails`, async ({
    page,
    context,
    consoleErrors,
  }) => {
    await answerPrompt(context, 'granted')
    await page.goto(PATH)
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await expect(page.getByText('This browser is subscribed.')).toBeVisible()

    const sent: unknown[] = []
    await context.route(/push-notifications\/test$/, (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: { success: true } })
    })
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByText('The notification is on its way to this browser.')).toBeVisible()
    expect(sent).toEqual([
      expect.objectContaining({ endpoint: expect.stringContaining('https://fcm.googleapis.com/') }),
    ])
    await expect(page.locator('html')).not.toHaveAttribute('data-shown')

    await context.unroute(/push-notifications\/test$/)
    await context.route(/push-notifications\/test$/, (route) => route.fulfill({ status: 502, json: { error: 'away' } }))
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByText('The server did not send it: the browser has shown it itself.')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-shown', title)
    expectConsoleError(consoleErrors, /status of 502/)
  })
}

test('push tester: no axe violations and no overflow', async ({ page }) => {
  await page.goto(PATH)
  await expect(page.getByRole('region', { name: 'Presets' })).toBeVisible()
  await expectNoViolationsAtBothSizes(page)
})
