import type { Page } from '@playwright/test'
import type { Front } from '#e2e/offline/failing-proxy.ts'
import { stored } from '#e2e/offline/app-journey.ts'
import { expect, farNotice, hydrated, idle, open, pathOf, SAVES_DATA, test } from './adversity.ts'

const requestCount = (front: Front, pattern: RegExp) => front.requests.filter(({ path }) => pattern.test(path)).length

function openSockets(page: Page): string[] {
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  return sockets
}

/** Does what makes a page fetch more than was requested. */
async function read(page: Page, front: Front): Promise<void> {
  await page.goto(`${front.url}/jobs`)
  await hydrated(page)
  await idle(page)
  await farNotice(page).scrollIntoViewIfNeeded()
  await farNotice(page).hover()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /start-banners/.test(name)),
  )
  await idle(page)
}

test.describe('a visitor who saves data', () => {
  test('a visitor who saves data loads no font, subscribes to no changes and prefetches nothing', async ({
    page,
    front,
  }) => {
    await page.addInitScript(SAVES_DATA)
    const sockets = openSockets(page)
    await read(page, front)
    expect(requestCount(front, /\.woff2$/)).toBe(0)
    expect(requestCount(front, /^\/jobs\/./)).toBe(0)
    expect(requestCount(front, /follow-changes/)).toBe(0)
    expect(sockets).toEqual([])
    // Requested pages are loaded.
    const path = await pathOf(farNotice(page))
    await farNotice(page).click()
    await expect(page).toHaveURL(front.url + path)
    expect(front.pageRequests(path)).toBe(1)
  })

  test('a visitor who does not save data loads the font, subscribes to changes and prefetches', async ({
    page,
    front,
  }) => {
    const sockets = openSockets(page)
    await read(page, front)
    await expect.poll(() => requestCount(front, /\.woff2$/)).toBeGreaterThan(0)
    await expect.poll(() => requestCount(front, /^\/jobs\/./)).toBeGreaterThan(4)
    await expect.poll(() => sockets.length).toBe(1)
  })
})

test.describe('service worker of a visitor who saves data', () => {
  test.use({ serviceWorkers: 'allow' })

  const cached = (page: Page) =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('shell '))
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })

  test('the service worker of a visitor who saves data caches only the offline page', async ({ page, front }) => {
    front.workerPrelude = `${SAVES_DATA};`
    await page.addInitScript(SAVES_DATA)
    await page.goto(`${front.url}/jobs`)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await idle(page)
    expect(await cached(page), 'only the offline page').toEqual(['/offline'])
  })

  test('the service worker of a visitor who does not save data caches the files of the build', async ({
    page,
    front,
  }) => {
    await open(page, `${front.url}/jobs`, true)
    await stored(page, `${front.url}/jobs`)
    expect((await cached(page)).length).toBeGreaterThan(4)
  })
})
