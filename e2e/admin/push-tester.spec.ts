import type { BrowserContext } from '@playwright/test'
import { withPushService } from '#e2e/push/fake-push-service.ts'
import { expectNoViolations } from '#e2e/accessibility/axe.ts'
import { expect, forgive, test } from './admin-test.ts'

const PATH = '/admin/push-tester'

test.use({ serviceWorkers: 'allow' })

/** A browser whose user answers the question for permission. */
async function answering(context: BrowserContext, answer: 'granted' | 'denied'): Promise<void> {
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

/** Nobody sends to a browser that is closed. */
test.afterEach(async ({ page, sql }) => {
  const kept = await page.evaluate(() => sessionStorage.getItem('fake push subscription'))
  if (kept) await sql`delete from push_subscriptions where endpoint = ${JSON.parse(kept).endpoint}`
})

test('permission and subscription are shown, begun and ended', async ({ page, context, sql }) => {
  await answering(context, 'granted')
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

test('who does not permit notifications is told where to', async ({ page, context }) => {
  await answering(context, 'denied')
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  const words = 'Notification permission denied. Please enable notifications in browser settings.'
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('region', { name: 'This browser' })).toContainText('Permissiondenied')
})

test('a server that refuses a subscription says why', async ({ page, context, complaints }) => {
  await answering(context, 'granted')
  await context.route(/push-notifications\/subscribe$/, (route) =>
    route.fulfill({ status: 429, json: { error: 'Too many requests. Please try again later.' } }),
  )
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await expect(page.getByText('Subscription failed: Too many requests. Please try again later.')).toBeVisible()
  forgive(complaints, /status of 429/)
})

for (const [name, title] of [
  ['New job', 'New job: SSC CGL 2026'],
  ['Result', 'Result: UPSC Civil Services 2026'],
  ['Admit card', 'Admit card: RRB NTPC 2026'],
  ['Answer key', 'Answer key: IBPS PO 2026'],
  ['Send test notification', 'Test Notification'],
] as const) {
  test(`${name}: the server sends it, or the browser shows it itself`, async ({ page, context, complaints }) => {
    await answering(context, 'granted')
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
    forgive(complaints, /status of 502/)
  })
}

test('the tester is accessible, and nothing sticks out of it @both', async ({ page }) => {
  await page.goto(PATH)
  await expect(page.getByRole('region', { name: 'Presets' })).toBeVisible()
  await expectNoViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
