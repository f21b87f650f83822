import type { Page } from '@playwright/test'
import { SAVES_DATA } from '#e2e/adversity/adversity.ts'
import { expect, expectConsoleError, allowConsoleError, openTab, test } from './admin-test.ts'

const SCRIPTS = /\/assets\/[^?]*\.js/
const noResponse = () => new Promise<void>(() => undefined)

async function expectErrorPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error' })).toBeVisible()
}

/** Routes that are not loaded yet: React Router finds a getter in place of their module. */
async function missingRoutes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = window as unknown as {
      __reactRouterManifest: { routes: Record<string, unknown> }
      __reactRouterRouteModules: Record<string, unknown>
    }
    const isLoaded = (id: string) => Object.getOwnPropertyDescriptor(modules, id)?.value !== undefined
    return Object.keys(manifest.routes).filter((id) => !isLoaded(id))
  })
}

test('pages open without their scripts being requested, once the first page is settled', async ({ page }) => {
  await openTab(page, '/admin/jobs')
  await expect.poll(() => missingRoutes(page)).toEqual([])
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.getByRole('link', { name: 'Add New' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New Job' })).toBeVisible()
  await page.getByRole('link', { name: 'Push Tester' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Push Tester' })).toBeVisible()
  expect(requested.filter((url) => SCRIPTS.test(url))).toEqual([])
})

test('a page whose scripts cannot be reached says so and opens when they can be', async ({ page, consoleErrors }) => {
  await page.addInitScript(SAVES_DATA)
  await openTab(page, '/admin/jobs')
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  await page.route(SCRIPTS, (route) => route.abort())
  await page.getByRole('link', { name: 'Push Tester' }).click()
  const line = page.getByRole('alert').filter({ hasText: 'Suchana could not be reached.' })
  await expect(line).toBeVisible()
  await page.unroute(SCRIPTS)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Push Tester' })).toBeVisible()
  await expect(line).toHaveCount(0)
  expect(documents).toEqual([])
  expectConsoleError(consoleErrors, /ERR_FAILED/)
})

test('a script that could not be reached is requested again at once by Retry, also while it gets no answer', async ({
  page,
  consoleErrors,
}) => {
  await page.addInitScript(SAVES_DATA)
  await openTab(page, '/admin/jobs')
  let isHanging = false
  await page.route(SCRIPTS, (route) => (isHanging ? noResponse() : route.abort()))
  await page.getByRole('link', { name: 'Push Tester' }).click()
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  isHanging = true
  const requested = page.waitForRequest(SCRIPTS)
  await retry.click()
  await requested
  await page.route(SCRIPTS, (route) => route.continue())
  await retry.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Push Tester' })).toBeVisible()
  expectConsoleError(consoleErrors, /ERR_FAILED/)
})

test('a page whose script does not arrive within 120 seconds becomes an error page', async ({
  page,
  consoleErrors,
  clock,
}) => {
  await page.addInitScript(SAVES_DATA)
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
