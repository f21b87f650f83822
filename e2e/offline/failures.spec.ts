import type { Page } from '@playwright/test'
import { pageErrors } from '#e2e/html/html-errors.ts'
import { viewsAt } from '#e2e/adversity/adversity.ts'
import { hydrated } from '#e2e/visitor/browser-test.ts'
import {
  bannersLoaded,
  controlled,
  expect,
  FAILURES,
  LIST,
  makeOld,
  NOTICE,
  allowConsoleError,
  stored,
  test,
  visit,
} from './app-journey.ts'

const SAVED_COPY = 'Saved copy of 20-11-2020 7:02 AM'
const UNREACHABLE = 'Suchana cannot be reached'

test.beforeEach(({ consoleErrors }) => allowConsoleError(consoleErrors, FAILURES))

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const savedCopy = (page: Page) => page.locator('main:not([aria-hidden]) > .saved-copy:first-child')

/** Milliseconds between the start of the navigation and the first byte of the response. */
const respondedAfter = (page: Page) =>
  page.evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).responseStart)

/** Marks the current document. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-marked'))

test.describe('a page with a cached copy', () => {
  test('a cached copy is shown at once while the proxy responds with 502, and replaced when it recovers', async ({
    page,
    failingProxy,
  }) => {
    await visit(page, failingProxy.url + LIST)
    await makeOld(page, failingProxy.url + LIST)
    failingProxy.proxyStatus = 502
    await page.goto(failingProxy.url + LIST)
    await expect(savedCopy(page)).toHaveText(SAVED_COPY)
    await expect(heading(page)).toHaveText('As it was')
    await expect(page.locator('main .notice-card').first()).toBeVisible()

    await mark(page)
    failingProxy.proxyStatus = null
    await expect(heading(page)).toHaveText('Latest Jobs')
    await expect(savedCopy(page)).toHaveCount(0)
    expect(await isMarked(page), 'the document was not loaded again').toBe(true)
  })

  test('a cached copy is shown after three seconds while the server hangs, and replaced when it responds', async ({
    page,
    failingProxy,
  }) => {
    await visit(page, failingProxy.url + NOTICE)
    await makeOld(page, failingProxy.url + NOTICE)
    failingProxy.hang()
    await page.goto(failingProxy.url + NOTICE, { waitUntil: 'commit' })
    await expect(savedCopy(page)).toHaveText(SAVED_COPY)
    expect(await respondedAfter(page)).toBeGreaterThan(2_900)

    await mark(page)
    failingProxy.release()
    await expect(heading(page)).toContainText('UPSC CDS (I) 2027')
    await expect(savedCopy(page)).toHaveCount(0)
    expect(await isMarked(page), 'the document was not loaded again').toBe(true)
  })

  test('a cached copy is shown after a tap, too', async ({ page, failingProxy }) => {
    await visit(page, failingProxy.url + LIST)
    await visit(page, failingProxy.url + NOTICE)
    await makeOld(page, failingProxy.url + NOTICE)
    failingProxy.proxyStatus = 503
    await page.goto(failingProxy.url + LIST)
    await page.locator(`main a[href="${NOTICE}"]`).click()
    await expect(page).toHaveURL(failingProxy.url + NOTICE)
    await expect(savedCopy(page)).toHaveText(SAVED_COPY)
    await expect(heading(page)).toHaveText('As it was')

    failingProxy.proxyStatus = null
    await expect(heading(page)).toContainText('UPSC CDS (I) 2027')
    await expect(savedCopy(page)).toHaveCount(0)
  })

  test('a cached copy is shown without a mark after going back, and then updated', async ({ page, failingProxy }) => {
    await visit(page, failingProxy.url + LIST)
    await makeOld(page, failingProxy.url + LIST, new Date())
    await page.goto(`${failingProxy.url}/privacy`)
    await controlled(page)
    failingProxy.hang()
    await page.goBack({ waitUntil: 'commit' })
    await expect(page.locator('#list-status')).toHaveText('As it was')
    await expect(savedCopy(page)).toHaveCount(0)
    failingProxy.release()
    // The live parts of the page are updated in place.
    await expect(page.locator('#list-status')).toHaveText('25 jobs shown')
  })

  test('a cached copy of another day is marked also after going back', async ({ page, failingProxy }) => {
    await visit(page, failingProxy.url + LIST)
    await makeOld(page, failingProxy.url + LIST)
    await page.goto(`${failingProxy.url}/privacy`)
    await controlled(page)
    failingProxy.proxyStatus = 503
    await page.goBack({ waitUntil: 'commit' })
    await expect(savedCopy(page)).toHaveText(SAVED_COPY)
  })

  test('a cached copy is deleted when the notice is gone', async ({ page, failingProxy }) => {
    await visit(page, failingProxy.url + NOTICE)
    failingProxy.pageStatus = 410
    await page.goto(failingProxy.url + NOTICE)
    await expect
      .poll(() => page.evaluate(async (url) => (await caches.match(url)) === undefined, failingProxy.url + NOTICE))
      .toBe(true)
  })
})

test.describe('a page without a cached copy', () => {
  test('an uncached page behind a failing proxy shows our error page until the proxy recovers', async ({
    page,
    failingProxy,
  }) => {
    await visit(page, failingProxy.url + LIST)
    failingProxy.proxyStatus = 502
    await page.goto(`${failingProxy.url}/results`)
    await expect(heading(page)).toHaveText(UNREACHABLE)
    await expect(page).toHaveTitle(UNREACHABLE)
    await expect(page).toHaveURL(`${failingProxy.url}/results`)
    await expect(page.getByText("You're offline")).toBeHidden()
    await expect(page.locator('.saved-pages').getByRole('link', { name: 'Latest Jobs' })).toBeVisible()
    expect(await pageErrors(page)).toEqual([])
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText(UNREACHABLE)

    failingProxy.proxyStatus = null
    await expect(heading(page)).toHaveText(/Government Exam Results/)
    await expect(page).toHaveTitle(/Results/)
    await expect(page).toHaveURL(`${failingProxy.url}/results`)
  })

  test('an uncached page shows our error page when the connection fails, and a tap retries', async ({
    page,
    failingProxy,
  }) => {
    await visit(page, failingProxy.url + LIST)
    failingProxy.isDown = true
    await page.goto(`${failingProxy.url}/results`)
    await expect(heading(page)).toHaveText(UNREACHABLE)
    await hydrated(page)
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
    failingProxy.isDown = false
    // The page also retries by itself, so the link may be gone already.
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-retry] > a.button')?.click())
    await expect(heading(page)).toHaveText(/Government Exam Results/)
  })

  test('an uncached page shows our error page when there is no response for fifteen seconds', async ({
    page,
    failingProxy,
  }) => {
    await visit(page, failingProxy.url + LIST)
    failingProxy.hang()
    await page.goto(`${failingProxy.url}/results`, { waitUntil: 'commit' })
    await expect(heading(page)).toHaveText(UNREACHABLE)
    expect(await respondedAfter(page)).toBeGreaterThan(14_900)
    failingProxy.release()
    await expect(heading(page)).toHaveText(/Government Exam Results/)
  })

  test('an unknown address behind a failing proxy shows our error page, and then that it does not exist', async ({
    page,
    failingProxy,
  }) => {
    await visit(page, failingProxy.url + LIST)
    failingProxy.proxyStatus = 502
    await page.goto(`${failingProxy.url}/unknown.php`)
    await expect(heading(page)).toHaveText(UNREACHABLE)
    failingProxy.proxyStatus = null
    await expect(page.getByText('That page does not exist')).toBeVisible()
  })

  test('an uncached page shows the response of the server when that cannot reach its database', async ({
    page,
    failingProxy,
  }) => {
    await visit(page, failingProxy.url + LIST)
    failingProxy.pageStatus = 503
    await page.goto(`${failingProxy.url}/results`)
    await expect(heading(page)).toHaveText(/Government Exam Results/)
  })

  test('an uncached page opened by a tap leaves the current page on screen', async ({ page, failingProxy }) => {
    await visit(page, failingProxy.url + LIST)
    await mark(page)
    failingProxy.proxyStatus = 502
    await page.getByRole('link', { name: 'Contact' }).last().click()
    await expect(page.locator('.unreachable')).toContainText('Suchana could not be reached')
    await expect(page).toHaveURL(failingProxy.url + LIST)
    await expect(page.locator('main .notice-card').first()).toBeVisible()
    expect(await isMarked(page)).toBe(true)
  })
})

test('a page whose build is no longer on the server continues with the cached files', async ({
  page,
  failingProxy,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /status of 404.*\/assets\//)
  await visit(page, failingProxy.url + LIST)
  await bannersLoaded(page)
  failingProxy.hasAssets = false
  await page.reload()
  await controlled(page)
  await mark(page)
  await page.locator(`main a[href="${NOTICE}"]`).click()
  await expect(page).toHaveURL(failingProxy.url + NOTICE)
  await expect(heading(page)).toContainText('UPSC CDS (I) 2027')
  expect(await isMarked(page), 'the page was swapped').toBe(true)
  await stored(page, failingProxy.url + NOTICE)
})

test('a service worker whose file could not be loaded is registered with a later page', async ({
  page,
  failingProxy,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, /bad HTTP response code \(502\)/)
  failingProxy.proxyStatus = 502
  failingProxy.failing = /^\/sw\.js$/
  await page.goto(failingProxy.url + LIST)
  await hydrated(page)
  await expect.poll(() => failingProxy.workerChecks).toBe(1)
  await mark(page)
  failingProxy.proxyStatus = null
  await page.locator(`main a[href="${NOTICE}"]`).click()
  await expect(heading(page)).toContainText('UPSC CDS (I) 2027')
  await controlled(page)
  expect(await isMarked(page), 'the page was swapped').toBe(true)
  await stored(page, failingProxy.url + NOTICE)
})

test.describe('page views', () => {
  test('pages that are left within a second count', async ({ page, failingProxy }) => {
    const { url } = failingProxy
    await visit(page, url + LIST)
    await expect.poll(() => viewsAt(failingProxy)).toEqual([LIST])
    const paths = ['/results', '/admit-card', '/contact', '/answer-key', '/admission', '/syllabus', NOTICE, '/']
    for (const path of paths) {
      await page.goto(url + path, { waitUntil: 'commit' })
      await page.waitForFunction(() => 'ready' in document.documentElement.dataset)
    }
    await page.goto('about:blank')
    await expect.poll(() => viewsAt(failingProxy)).toEqual([LIST, ...paths])
  })

  test('a cached copy and the page that replaces it count once', async ({ page, failingProxy }) => {
    await visit(page, failingProxy.url + NOTICE)
    await makeOld(page, failingProxy.url + NOTICE)
    await expect.poll(() => viewsAt(failingProxy)).toEqual([NOTICE])
    failingProxy.failing = /^\/jobs/
    failingProxy.proxyStatus = 502
    await page.goto(failingProxy.url + NOTICE)
    await hydrated(page)
    await expect(savedCopy(page)).toHaveText(SAVED_COPY)
    failingProxy.proxyStatus = null
    await expect(savedCopy(page)).toHaveCount(0)
    await expect.poll(() => viewsAt(failingProxy)).toEqual([NOTICE, NOTICE])
    await visit(page, failingProxy.url + LIST)
    await expect.poll(() => viewsAt(failingProxy)).toEqual([NOTICE, NOTICE, LIST])
  })

  test('our error page in place of an uncached page does not count', async ({ page, failingProxy }) => {
    await visit(page, failingProxy.url + LIST)
    await expect.poll(() => viewsAt(failingProxy)).toEqual([LIST])
    failingProxy.failing = /^\/results/
    failingProxy.proxyStatus = 502
    await page.goto(`${failingProxy.url}/results`)
    await hydrated(page)
    await expect(heading(page)).toHaveText(UNREACHABLE)
    failingProxy.proxyStatus = null
    await expect(heading(page)).toHaveText(/Government Exam Results/)
    await expect.poll(() => viewsAt(failingProxy)).toEqual([LIST, '/results'])
  })
})
