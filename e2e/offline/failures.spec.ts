import type { Page } from '@playwright/test'
import {
  bannersLoaded,
  controlled,
  expect,
  FAILURES,
  LIST,
  makeOld,
  NOTICE,
  overlook,
  stored,
  test,
  visit,
} from './app-journey.ts'

const SAVED_COPY = 'Saved copy of 20-11-2020 7:02 AM'
const UNREACHABLE = 'Suchana cannot be reached'

/** A server that fails is asked every five seconds, and a hanging one is given up after fifteen. */
const SOON = { timeout: 20_000 }

test.beforeEach(({ complaints }) => overlook(complaints, FAILURES))

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const savedCopy = (page: Page) => page.locator('main > .saved-copy:first-child')

/** Milliseconds between the beginning of the navigation and the first byte of its answer. */
const answeredAfter = (page: Page) =>
  page.evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).responseStart)

/** Remembers the document on the screen. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-marked'))

test.describe('a page with a saved copy', () => {
  test('shows it at once with its time while a proxy answers 502, and is replaced by itself', async ({
    page,
    front,
  }) => {
    await visit(page, front.url + LIST)
    await makeOld(page, front.url + LIST)
    front.proxyStatus = 502
    await page.goto(front.url + LIST)
    await expect(savedCopy(page)).toHaveText(SAVED_COPY)
    await expect(heading(page)).toHaveText('As it was')
    await expect(page.locator('main .notice-card').first()).toBeVisible()
    expect(await answeredAfter(page)).toBeLessThan(2_500)

    await mark(page)
    front.proxyStatus = null
    await expect(heading(page)).toHaveText('Latest Jobs', SOON)
    await expect(savedCopy(page)).toHaveCount(0)
    expect(await isMarked(page), 'the document was not loaded again').toBe(true)
  })

  test('shows it after three seconds while the server hangs, and is replaced when it answers', async ({
    page,
    front,
  }) => {
    await visit(page, front.url + NOTICE)
    await makeOld(page, front.url + NOTICE)
    front.hang()
    await page.goto(front.url + NOTICE, { waitUntil: 'commit' })
    await expect(savedCopy(page)).toHaveText(SAVED_COPY, SOON)
    expect(await answeredAfter(page)).toBeGreaterThan(2_900)

    await mark(page)
    front.release()
    await expect(heading(page)).toContainText('UPSC CDS (I) 2027', SOON)
    await expect(savedCopy(page)).toHaveCount(0)
    expect(await isMarked(page), 'the document was not loaded again').toBe(true)
  })

  test('shows it after a tap, too', async ({ page, front }) => {
    await visit(page, front.url + LIST)
    await visit(page, front.url + NOTICE)
    await makeOld(page, front.url + NOTICE)
    front.proxyStatus = 503
    await page.goto(front.url + LIST)
    await page.locator(`main a[href="${NOTICE}"]`).click()
    await expect(page).toHaveURL(front.url + NOTICE)
    await expect(savedCopy(page)).toHaveText(SAVED_COPY)
    await expect(heading(page)).toHaveText('As it was')

    front.proxyStatus = null
    await expect(heading(page)).toContainText('UPSC CDS (I) 2027', SOON)
    await expect(savedCopy(page)).toHaveCount(0)
  })

  test('shows it without a mark on going back, and brings the newer page', async ({ page, front }) => {
    await visit(page, front.url + LIST)
    await makeOld(page, front.url + LIST)
    await page.goto(`${front.url}/privacy`)
    await controlled(page)
    front.hang()
    await page.goBack({ waitUntil: 'commit' })
    await expect(page.locator('#list-status')).toHaveText('As it was')
    await expect(savedCopy(page)).toHaveCount(0)
    front.release()
    // The parts that follow changes are brought up to date in place.
    await expect(page.locator('#list-status')).toHaveText('25 jobs shown', SOON)
  })

  test('loses it when the notice is gone', async ({ page, front }) => {
    await visit(page, front.url + NOTICE)
    front.pageStatus = 410
    await page.goto(front.url + NOTICE)
    await expect
      .poll(() => page.evaluate(async (url) => (await caches.match(url)) === undefined, front.url + NOTICE))
      .toBe(true)
  })
})

test.describe('a page without a copy', () => {
  test('is a page of ours that becomes the page when the proxy finds the server again', async ({ page, front }) => {
    await visit(page, front.url + LIST)
    front.proxyStatus = 502
    await page.goto(`${front.url}/results`)
    await expect(heading(page)).toHaveText(UNREACHABLE)
    await expect(page).toHaveTitle(UNREACHABLE)
    await expect(page).toHaveURL(`${front.url}/results`)
    await expect(page.getByText("You're offline")).toBeHidden()
    await expect(page.locator('.saved-pages a')).toHaveText(['Latest Jobs'])
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText(UNREACHABLE)

    front.proxyStatus = null
    await expect(heading(page)).toHaveText(/Government Exam Results/, SOON)
    await expect(page).toHaveTitle(/Results/)
    await expect(page).toHaveURL(`${front.url}/results`)
  })

  test('is a page of ours when the connection is refused; a tap asks again at once', async ({ page, front }) => {
    await visit(page, front.url + LIST)
    front.isDown = true
    await page.goto(`${front.url}/results`)
    await expect(heading(page)).toHaveText(UNREACHABLE)
    front.isDown = false
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText(/Government Exam Results/, { timeout: 4_000 })
  })

  test('is a page of ours when nothing comes for fifteen seconds', async ({ page, front }) => {
    await visit(page, front.url + LIST)
    front.hang()
    await page.goto(`${front.url}/results`, { waitUntil: 'commit' })
    await expect(heading(page)).toHaveText(UNREACHABLE, SOON)
    expect(await answeredAfter(page)).toBeGreaterThan(14_900)
    front.release()
    await expect(heading(page)).toHaveText(/Government Exam Results/, SOON)
  })

  test('is a page of ours at an unknown address, which ends when the server says that there is none', async ({
    page,
    front,
  }) => {
    await visit(page, front.url + LIST)
    front.proxyStatus = 502
    await page.goto(`${front.url}/unknown.php`)
    await expect(heading(page)).toHaveText(UNREACHABLE)
    front.proxyStatus = null
    await expect(page.getByText('That page does not exist')).toBeVisible(SOON)
  })

  test('is what the server itself says when it cannot reach its database', async ({ page, front }) => {
    await visit(page, front.url + LIST)
    front.pageStatus = 503
    await page.goto(`${front.url}/results`)
    await expect(heading(page)).toHaveText(/Government Exam Results/)
  })

  test('leaves the page on the screen after a tap', async ({ page, front }) => {
    await visit(page, front.url + LIST)
    await mark(page)
    front.proxyStatus = 502
    await page.getByRole('link', { name: 'Contact' }).last().click()
    await expect(page.locator('.unreachable')).toContainText('Suchana could not be reached')
    await expect(page).toHaveURL(front.url + LIST)
    await expect(page.locator('main .notice-card').first()).toBeVisible()
    expect(await isMarked(page)).toBe(true)
  })
})

test('a build whose files are gone goes on with those that the device has', async ({ page, front, complaints }) => {
  overlook(complaints, /status of 404.*\/assets\//)
  await visit(page, front.url + LIST)
  await bannersLoaded(page)
  front.hasAssets = false
  await page.reload()
  await controlled(page)
  await mark(page)
  await page.locator(`main a[href="${NOTICE}"]`).click()
  await expect(page).toHaveURL(front.url + NOTICE)
  await expect(heading(page)).toContainText('UPSC CDS (I) 2027')
  expect(await isMarked(page), 'the page was swapped').toBe(true)
  await stored(page, front.url + NOTICE)
})
