import type { Page } from '@playwright/test'
import { expect, expectConsoleError, allowConsoleError, openTab, test } from './admin-test.ts'

const SCRIPTS = /\/assets\/[^?]*\.js/
const noResponse = () => new Promise<void>(() => undefined)

async function expectErrorPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error' })).toBeVisible()
}

test('a page whose script does not arrive within 120 seconds becomes an error page', async ({
  page,
  consoleErrors,
  clock,
}) => {
  await clock.install()
  await openTab(page, '/admin/jobs')
  await page.route(SCRIPTS, noResponse)
  const requested = page.waitForRequest(SCRIPTS)
  await page.getByRole('link', { name: 'Push Tester' }).click()
  await requested
  await expect(page.getByText('Loading...')).toBeVisible()
  await clock.runFor(100)
  await clock.fastForward(121_000)
  await expectErrorPage(page)
  await expect(page.getByRole('button', { name: 'Load again' })).toBeVisible()
  // What arrives later is shown after all.
  await page.unroute(SCRIPTS)
  await expect(page.getByRole('heading', { level: 1, name: 'Push Tester' })).toBeVisible()
  expectConsoleError(consoleErrors, /Loading chunk failed: no answer within 120 seconds/)
})

test('a page that cannot be started says so, after 120 seconds or when a script fails', async ({
  page,
  consoleErrors,
  clock,
}) => {
  await clock.install()
  await page.route(SCRIPTS, noResponse)
  await page.goto('/admin/jobs', { waitUntil: 'commit' })
  await expect(page.getByText('Please wait while we verify your credentials.')).toBeVisible()
  await clock.fastForward(121_000)
  await expectErrorPage(page)

  // The scripts of the first page stay on hold: if they came now, React would repair its document and report that.
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto('/admin/jobs', { waitUntil: 'commit' })
  await expectErrorPage(page)
  await page.unroute(SCRIPTS)
  await page.getByRole('link', { name: 'Load again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Jobs/ })).toBeVisible()
  expectConsoleError(consoleErrors, /Loading chunk failed/)
  allowConsoleError(consoleErrors, /ERR_FAILED/)
})
