import type { Locator, Page } from '@playwright/test'
import type { FailingProxy } from '#test/fakes/failing-proxy.ts'
import { stored } from '#e2e/offline/app-journey.ts'
import {
  searchSite,
  cards,
  expect,
  failure,
  farNotice,
  heading,
  idle,
  linksIn,
  markDocument,
  open,
  pathOf,
  test,
  UNREACHABLE,
} from './adversity.ts'

type OpenPage = (link: Locator, page: Page, failingProxy: FailingProxy) => Promise<void>

/** How a visitor opens a page. */
const WAYS: Record<string, OpenPage> = {
  'a tap': (link) => link.tap(),
  'a click': (link) => link.click(),
  'a click after hovering': async (link, page, failingProxy) => {
    const responded = page.waitForResponse(failingProxy.url + (await pathOf(link)))
    await link.hover()
    await (await responded).finished()
    await link.click()
  },
  'the keyboard': async (link, page) => {
    await link.focus()
    await page.keyboard.press('Enter')
  },
}

for (const serviceWorkers of ['block', 'allow'] as const) {
  test.describe(`a page is requested once, service worker: ${serviceWorkers}`, () => {
    test.use({ serviceWorkers })

    for (const [way, follow] of Object.entries(WAYS)) {
      test(`a page opened by ${way} is requested once`, async ({ page, failingProxy, isInstalled }) => {
        await open(page, `${failingProxy.url}/jobs`, isInstalled)
        await idle(page)
        const path = await pathOf(farNotice(page))
        await follow(farNotice(page), page, failingProxy)
        await expect(page).toHaveURL(failingProxy.url + path)
        await expect(heading(page)).toBeFocused()
        await idle(page)
        if (isInstalled) await stored(page, failingProxy.url + path)
        expect(failingProxy.pageRequests(path)).toBe(1)
      })
    }

    test('a page prefetched as one of the first of a list is requested once', async ({
      page,
      failingProxy,
      isInstalled,
    }) => {
      await open(page, `${failingProxy.url}/jobs`, isInstalled)
      // On the first visit the service worker starts after the page, and fetches again what it caches.
      if (isInstalled) {
        for (const link of (await linksIn(page)).slice(0, 5))
          await expect.poll(() => failingProxy.pageRequests(link.split(' ')[0] ?? '')).toBeGreaterThan(0)
        await idle(page)
        failingProxy.requests.length = 0
        await open(page, `${failingProxy.url}/jobs`, isInstalled)
      }
      const paths = (await linksIn(page)).map((link) => link.split(' ')[0] ?? '')
      for (const path of paths.slice(0, 5)) await expect.poll(() => failingProxy.pageRequests(path)).toBe(1)
      await idle(page)
      expect(paths.slice(5).map((path) => failingProxy.pageRequests(path))).toEqual(paths.slice(5).map(() => 0))
      await cards(page).first().getByRole('link').click()
      await expect(page).toHaveURL(failingProxy.url + (paths[0] ?? ''))
      await idle(page)
      expect(failingProxy.pageRequests(paths[0] ?? '')).toBe(1)
    })
  })
}

test('further rows are requested once', async ({ page, failingProxy }) => {
  await open(page, `${failingProxy.url}/jobs`)
  const more = page.getByRole('main').getByRole('link', { name: 'Show more' })
  const path = await pathOf(more)
  await more.tap()
  await expect(cards(page)).toHaveCount(39)
  await idle(page)
  expect(failingProxy.pageRequests(path)).toBe(1)
})

test('a submitted form makes one request', async ({ page, failingProxy }) => {
  await open(page, `${failingProxy.url}/jobs`)
  await searchSite(page, 'ssc')
  await expect(page).toHaveURL(`${failingProxy.url}/search?q=ssc`)
  await idle(page)
  expect(failingProxy.pageRequests('/search?q=ssc')).toBe(1)
})

test('going back and forward shows the page without waiting for the network', async ({ page, failingProxy }) => {
  await open(page, `${failingProxy.url}/jobs`)
  const links = await linksIn(page)
  await farNotice(page).scrollIntoViewIfNeeded()
  const scrollPosition = await page.evaluate(() => scrollY)
  expect(scrollPosition).toBeGreaterThan(300)
  await farNotice(page).click()
  await expect(page.getByRole('heading', { name: 'Important dates' })).toBeVisible()
  const title = await heading(page).innerText()
  const assertSame = await markDocument(page)

  failingProxy.hang()
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(`${failingProxy.url}/jobs`)
  await expect.poll(() => linksIn(page)).toEqual(links)
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - scrollPosition)).toBeLessThan(2)
  await expect(farNotice(page), 'focus is on the link that was followed').toBeFocused()
  await page.goForward({ waitUntil: 'commit' })
  await expect(heading(page)).toHaveText(title)
  await assertSame()
  failingProxy.release()
})

test('a link that is pressed again while its page is loading is not requested again', async ({
  page,
  failingProxy,
}) => {
  await open(page, `${failingProxy.url}/jobs`)
  const path = await pathOf(farNotice(page))
  failingProxy.hang(/^\/jobs\/./)
  await farNotice(page).click()
  await expect(page.locator('html[data-loading]')).toHaveCount(1)
  for (const event of ['pointerdown', 'focusin']) await farNotice(page).dispatchEvent(event)
  failingProxy.release()
  await expect(page).toHaveURL(failingProxy.url + path)
  expect(failingProxy.pageRequests(path)).toBe(1)
})

test.describe('loading bar', () => {
  /** Records the times of clicks, and of the loading bar appearing and disappearing, in milliseconds. */
  const watch = () => {
    const times: Record<string, number> = {}
    Object.assign(window, { times })
    addEventListener('click', () => (times['tap'] = performance.now()), true)
    new MutationObserver(() => {
      const isLoading = 'loading' in document.documentElement.dataset
      times[isLoading ? 'begun' : 'ended'] = performance.now()
    }).observe(document, { subtree: true, attributeFilter: ['data-loading'] })
  }

  test('the loading bar appears after 150 milliseconds and disappears when the page arrives', async ({
    page,
    failingProxy,
  }) => {
    await page.addInitScript(watch)
    await open(page, `${failingProxy.url}/jobs`)
    await idle(page)
    const path = await pathOf(farNotice(page))
    failingProxy.hang(/^\/jobs\/./)
    await farNotice(page).click()
    await expect(page.locator('html[data-loading]')).toHaveCount(1)
    const bar = await page.evaluate(() => {
      const { content, height, position, top } = getComputedStyle(document.documentElement, '::before')
      return { content, height, position, top }
    })
    expect(bar).toEqual({ content: '""', height: '3px', position: 'fixed', top: '0px' })
    const { tap = 0, begun = 0 } = await page.evaluate(
      () => (window as unknown as { times: Record<string, number> }).times,
    )
    expect(begun - tap).toBeGreaterThanOrEqual(149)
    await expect(cards(page), 'the list can still be read').toHaveCount(25)

    failingProxy.release()
    await expect(page).toHaveURL(failingProxy.url + path)
    await expect(page.locator('html[data-loading]')).toHaveCount(0)
  })

  test('the loading bar disappears when the page cannot be loaded', async ({ page, failingProxy }) => {
    await open(page, `${failingProxy.url}/jobs`)
    failingProxy.hang(/^\/jobs\/./)
    await farNotice(page).click()
    await expect(page.locator('html[data-loading]')).toHaveCount(1)
    failingProxy.proxyStatus = 502
    failingProxy.release()
    await expect(page.locator('.unreachable')).toBeVisible()
    await expect(page.locator('html[data-loading]')).toHaveCount(0)
  })

  test('going back cancels a page that is loading', async ({ page, failingProxy }) => {
    await open(page, `${failingProxy.url}/`)
    await page
      .getByRole('region', { name: 'Latest Jobs', exact: true })
      .getByRole('link', { name: /^View More/ })
      .click()
    await expect(page).toHaveURL(`${failingProxy.url}/jobs`)
    const path = await pathOf(farNotice(page))
    failingProxy.hang(/^\/jobs\/./)
    await farNotice(page).click()
    await expect(page.locator('html[data-loading]')).toHaveCount(1)
    await page.goBack({ waitUntil: 'commit' })
    await expect(page.getByRole('region', { name: 'Latest Jobs', exact: true })).toBeVisible()
    await expect(page.locator('html[data-loading]')).toHaveCount(0)
    failingProxy.release()
    await expect.poll(() => failingProxy.heldBack).toBe(0)
    await idle(page)
    await expect(page, `${path} came too late`).toHaveURL(`${failingProxy.url}/`)
  })
})

test('a request for a page stops the prefetching of the first notices of a list', async ({ page, failingProxy }) => {
  failingProxy.hang(/^\/jobs\/./)
  await open(page, `${failingProxy.url}/jobs`)
  await expect.poll(() => failingProxy.heldBack).toBe(1)
  const path = await pathOf(farNotice(page))
  await farNotice(page).press('Enter')
  await expect.poll(() => failingProxy.pageRequests(path)).toBe(1)
  await idle(page)
  const requested = failingProxy.requests
    .filter(({ path: each }) => /^\/jobs\/./.test(each))
    .map(({ path: each }) => each)
  expect(requested).toHaveLength(2)
  failingProxy.release()
  await expect(page).toHaveURL(failingProxy.url + path)
})

test('a page of a server that does not answer is unreachable after 15 seconds, its prefetch included', async ({
  page,
  failingProxy,
}) => {
  await page.clock.install()
  await open(page, `${failingProxy.url}/jobs`)
  failingProxy.hang(/^\/jobs\/./)
  const path = await pathOf(farNotice(page))
  await page.clock.pauseAt(Date.now() + 60_000)
  await farNotice(page).dispatchEvent('pointerdown')
  await expect.poll(() => failingProxy.pageRequests(path), 'the press prefetches the page').toBe(1)
  await page.clock.runFor(5_000)
  await farNotice(page).dispatchEvent('click')
  await page.clock.runFor(10_500)
  await expect.poll(() => failingProxy.pageRequests(path), 'after the prefetch it is requested once more').toBe(2)
  await page.clock.runFor(3_500)
  await expect(failure(page)).toHaveCount(0)
  await page.clock.runFor(1_500)
  await expect(failure(page)).toContainText(UNREACHABLE)
  await expect(page).toHaveURL(`${failingProxy.url}/jobs`)
  expect(failingProxy.pageRequests(path)).toBe(2)
})
