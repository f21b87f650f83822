import type { Page } from '@playwright/test'
import { pageErrors } from '#e2e/html/html-errors.ts'
import { bannersLoaded, controlled, expect, test } from '#e2e/offline/app-journey.ts'
import { expectConsoleError } from '#e2e/visitor/browser-test.ts'
import { answerPermission, storedSubscription, withPushService } from '#test/fakes/browser-push-service.ts'

const INVITATION = 'Hear about new notices first'

test.beforeEach(async ({ context }) => {
  await withPushService(context)
  await answerPermission(context, 'granted')
})

async function openNotice(page: Page, position: number): Promise<void> {
  await page.goto('/jobs')
  await page.locator('main .notice-card a').nth(position).click()
  await expect(page.getByText('Share this page')).toBeVisible()
  await controlled(page)
}

test('the invitation appears after the second notice, and the browser prompts only after it was accepted', async ({
  page,
}) => {
  await openNotice(page, 0)
  await bannersLoaded(page)
  await expect(page.getByText(INVITATION)).toBeHidden()
  await openNotice(page, 1)
  await expect(page.getByText(INVITATION)).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-asked')
  expect(await pageErrors(page)).toEqual([])

  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Notifications are on')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-asked')
  expect((await storedSubscription(page))?.endpoint).toContain('https://fcm.googleapis.com/')
  await page.getByRole('link', { name: 'Choose topics' }).click()
  await expect(page.getByRole('heading', { name: 'On for this device' })).toBeVisible()
})

test('the invitation asks again for the key of the site when it could not be read before', async ({
  page,
  context,
  consoleErrors,
}) => {
  expectConsoleError(consoleErrors, /ERR_FAILED .*manifest/)
  let isBroken = true
  let asked = 0
  await context.route('**/manifest.webmanifest', (route) => {
    asked += 1
    return isBroken ? route.abort() : route.continue()
  })
  await openNotice(page, 0)
  await openNotice(page, 1)
  const turnOn = page.getByRole('button', { name: 'Turn on' })
  await turnOn.click()
  await expect(page.getByText('Failed to subscribe')).toBeVisible()
  expect(asked).toBeGreaterThan(0)
  isBroken = false
  await turnOn.click()
  await expect(page.getByText('Notifications are on')).toBeVisible()
  expect((await storedSubscription(page))?.endpoint).toContain('https://fcm.googleapis.com/')
})

test('the invitation does not appear again after it was closed', async ({ page }) => {
  await openNotice(page, 0)
  await openNotice(page, 1)
  await page.getByRole('button', { name: `Close: ${INVITATION}` }).click()
  await openNotice(page, 2)
  await bannersLoaded(page)
  await expect(page.getByText(INVITATION)).toBeHidden()
})

test('the invitation appears after sharing a page, too', async ({ page, context }) => {
  await context.route(/wa\.me/, (route) => route.fulfill({ body: 'shared' }))
  await openNotice(page, 0)
  await page.getByRole('link', { name: 'Share on WhatsApp' }).click()
  await expect(page.getByText(INVITATION)).toBeVisible()
})

test('the invitation and the install banner do not appear together', async ({ page }) => {
  await openNotice(page, 0)
  await openNotice(page, 1)
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
  await expect(page.getByText(INVITATION)).toBeVisible()
  await expect(page.getByText('Install Suchana')).toBeHidden()
  await page.getByRole('button', { name: `Close: ${INVITATION}` }).click()
  await expect(page.getByText('Install Suchana')).toBeVisible()
})

test('the invitation does not appear in the admin, other banners do', async ({ page }) => {
  await openNotice(page, 0)
  await openNotice(page, 1)
  await expect(page.getByText(INVITATION)).toBeVisible()
  await page.goto('/admin')
  await expect(page.locator('.banners')).toBeAttached()
  await page.evaluate(() => {
    // The policy of the admin lets no script write HTML.
    const share = Object.assign(document.createElement('p'), { className: 'share' })
    share.append(Object.assign(document.createElement('a'), { href: '#main', textContent: 'Share' }))
    document.querySelector('main')?.append(share)
    dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
  })
  await page.locator('.share a').click()
  await expect(page.getByText('Install Suchana')).toBeVisible()
  await expect(page.getByText(INVITATION)).toBeHidden()
})
