import type { BrowserContext, Page } from '@playwright/test'
import { bannersLoaded, controlled, expect, expectConsoleError, NOTICE, test } from '#e2e/offline/app-journey.ts'
import { holdRequests } from '#e2e/visitor/browser-test.ts'
import { withPushService } from '#test/fakes/browser-push-service.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function openNotice(page: Page, context: BrowserContext): Promise<void> {
  await withPushService(context)
  await context.grantPermissions(['notifications'])
  await page.goto(NOTICE)
  await controlled(page)
  await bannersLoaded(page)
}

test('a slow answer is announced, and the dialog begins at its heading', async ({ page, context }) => {
  await openNotice(page, context)
  const release = await holdRequests(page, /rpc\/push_topics/)
  await page.getByRole('link', { name: 'Follow', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Follow' })
  await expect(dialog.getByText('Loading...')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Follow' })).toBeFocused()
  await release()
  await expect(dialog.getByText('Loading...')).toHaveCount(0)

  const sendNow = await holdRequests(page, /push-notifications\/follows$/)
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/push-notifications/follows')) requests += 1
  })
  const button = dialog.getByRole('button', { name: 'Follow' })
  await button.press('Enter')
  await expect(dialog.getByText('Sending...')).toBeVisible()
  await button.press('Enter')
  await sendNow()
  await expect(dialog.getByText(/^You follow/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save' }), 'keeps the focus').toBeFocused()
  expect(requests).toBe(1)
})

test('a dialog that could not be loaded says so, and loads by Retry', async ({ page, context, consoleErrors }) => {
  await openNotice(page, context)
  let isDown = true
  await page.route('**/rpc/push_topics*', (route) => (isDown ? route.fulfill({ status: 502 }) : route.continue()))
  await page.getByRole('link', { name: 'Follow', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Follow' })
  const failure = dialog.getByText('This could not be loaded.')
  await expect(failure).toBeVisible()
  isDown = false
  const retry = dialog.getByRole('button', { name: 'Retry' })
  const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox()
  expect((await retry.boundingBox())?.height).toBe(close?.height)
  await retry.click()
  await expect(dialog.getByRole('button', { name: 'Follow' })).toBeVisible()
  await expect(failure).toHaveCount(0)
  await expect(dialog.getByRole('heading', { name: 'Follow' })).toBeFocused()
  expectConsoleError(consoleErrors, /status of 502/)
})
