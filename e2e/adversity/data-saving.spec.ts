import type { Page } from '@playwright/test'
import type { FailingProxy } from '#test/fakes/failing-proxy.ts'
import { controlled, stored } from '#e2e/offline/app-journey.ts'
import { card, openWithStars, star } from '#e2e/visitor/saved.ts'
import { expect, farNotice, hydrated, idle, open, pathOf, SAVES_DATA, test } from './adversity.ts'

const requestCount = (failingProxy: FailingProxy, pattern: RegExp) =>
  failingProxy.requests.filter(({ path }) => pattern.test(path)).length

function openSockets(page: Page): string[] {
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  return sockets
}

/** Does what makes a page fetch more than was requested. */
async function read(page: Page, failingProxy: FailingProxy): Promise<void> {
  await page.goto(`${failingProxy.url}/jobs`)
  await hydrated(page)
  await idle(page)
  await farNotice(page).scrollIntoViewIfNeeded()
  await farNotice(page).hover()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /start-later/.test(name)),
  )
  await idle(page)
}

test.describe('a visitor who saves data', () => {
  test('a visitor who saves data loads no font, subscribes to no changes and prefetches nothing', async ({
    page,
    failingProxy,
  }) => {
    await page.addInitScript(SAVES_DATA)
    const sockets = openSockets(page)
    await read(page, failingProxy)
    expect(requestCount(failingProxy, /\.woff2$/)).toBe(0)
    expect(requestCount(failingProxy, /^\/jobs\/./)).toBe(0)
    expect(requestCount(failingProxy, /follow-changes/)).toBe(0)
    expect(sockets).toEqual([])
    // Requested pages are loaded.
    const path = await pathOf(farNotice(page))
    await farNotice(page).click()
    await expect(page).toHaveURL(failingProxy.url + path)
    expect(failingProxy.pageRequests(path)).toBe(1)
  })

  test('a visitor who does not save data loads the font, subscribes to changes and prefetches', async ({
    page,
    failingProxy,
  }) => {
    const sockets = openSockets(page)
    await read(page, failingProxy)
    await expect.poll(() => requestCount(failingProxy, /\.woff2$/)).toBeGreaterThan(0)
    await expect.poll(() => requestCount(failingProxy, /^\/jobs\/./)).toBeGreaterThan(4)
    await expect.poll(() => sockets.length).toBe(1)
  })
})

test.describe('service worker of a visitor who saves data', () => {
  test.use({ serviceWorkers: 'allow' })

  /** Paths of what the service worker has cached, without the files that the page itself has requested. */
  const cachedAhead = (page: Page) =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('shell '))
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      const requested = new Set(performance.getEntriesByType('resource').map(({ name }) => name))
      return requests.flatMap((all) => all.flatMap(({ url }) => (requested.has(url) ? [] : new URL(url).pathname)))
    })

  test('the service worker of a visitor who saves data caches only the offline page', async ({
    page,
    failingProxy,
  }) => {
    failingProxy.workerPrelude = `${SAVES_DATA};`
    await page.addInitScript(SAVES_DATA)
    await page.goto(`${failingProxy.url}/jobs`)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await idle(page)
    expect(await cachedAhead(page), 'only the offline page').toEqual(['/offline'])
  })

  test('a visitor who saves data opens saved notices offline after having opened them once', async ({
    page,
    failingProxy,
  }) => {
    failingProxy.workerPrelude = `${SAVES_DATA};`
    await page.addInitScript(SAVES_DATA)
    const address = `${failingProxy.url}/saved`
    await openWithStars(page, `${failingProxy.url}/jobs`)
    await controlled(page)
    await star(page).click()
    const answered = page.waitForResponse('**/saved/states')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Saved notices' }).click()
    await answered
    await expect(card(page)).toBeVisible()
    await stored(page, address)
    failingProxy.isDown = true
    await page.goto(address)
    await expect(card(page)).toBeVisible()
    await expect(card(page)).toContainText('Last date to apply')
  })

  test('the service worker of a visitor who does not save data caches files of the build ahead', async ({
    page,
    failingProxy,
  }) => {
    await open(page, `${failingProxy.url}/jobs`, true)
    await stored(page, `${failingProxy.url}/jobs`)
    await expect.poll(async () => (await cachedAhead(page)).length).toBeGreaterThan(1)
  })
})
