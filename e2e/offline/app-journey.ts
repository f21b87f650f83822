import type { Page } from '@playwright/test'
import { expect, forgive, overlook, test as journey } from '#e2e/visitor/journey.ts'
import { Front } from './front.ts'

/** Journeys with a service worker. `front` stands between the browser and the server. */
export const test = journey.extend<{ front: Front }>({
  front: async ({ baseURL }, provide) => {
    const front = await Front.before(baseURL ?? '')
    await provide(front)
    await front.close()
  },
})

export { expect, forgive, overlook }

export const LIST = '/jobs'
export const NOTICE = '/jobs/upsc-cds-i-2027-online-form'

/** Chromium reports every request that a network refuses, and every answer that is a failure. */
export const FAILURES =
  /ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_FAILED|WebSocket connection|status of 50[234]/

/** Waits until the page's script has started and the service worker answers for the page. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => 'ready' in document.documentElement.dataset && navigator.serviceWorker.controller?.state === 'activated',
  )
}

/** Waits until the part of the script has been loaded that shows banners, and could have shown one. */
export async function bannersLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some((entry) => /\/start-banners-/.test(entry.name) && (entry as PerformanceResourceTiming).responseEnd > 0),
  )
  await painted(page)
}

/** Waits until everything that has happened so far is on the screen. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** Waits until a page could be read offline. */
export async function stored(page: Page, path: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(async (url) => Boolean(await caches.match(url, { ignoreVary: true })), path))
    .toBe(true)
}

/** Opens a page, and waits until the worker answers for it and could answer it offline. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await controlled(page)
  await stored(page, url)
}

/** Makes the stored copy of a page one that was sent on 20 November 2020 at 7:02 AM, with another heading and status. */
export async function makeOld(page: Page, url: string): Promise<void> {
  await page.evaluate(async (address) => {
    const pages = await caches.open('pages')
    const copy = await pages.match(address, { ignoreVary: true })
    const html = (await copy?.text())
      ?.replace(/(<h1[^>]*>)[\s\S]*?<\/h1>/, '$1As it was</h1>')
      .replace(/(<output id="list-status"[^>]*>)[^<]*/, '$1As it was')
    const headers = new Headers(copy?.headers)
    headers.set('date', 'Fri, 20 Nov 2020 01:32:00 GMT')
    headers.set('etag', '"old"')
    await pages.put(address, new Response(html ?? '', { headers }))
  }, url)
}

/**
 * Takes the device's network away, and gives it back. Chromium's emulation goes on for requests, but forgets with every
 * new document that `navigator.onLine` is false: takeAway() again after each.
 */
export async function deviceNetwork(page: Page) {
  const session = await page.context().newCDPSession(page)
  const emulate = async (offline: boolean) => {
    await page.context().setOffline(offline)
    const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
    await session.send('Network.emulateNetworkConditions', conditions)
  }
  return { takeAway: () => emulate(true), giveBack: () => emulate(false) }
}
