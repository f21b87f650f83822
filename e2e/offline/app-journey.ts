import type { Page } from '@playwright/test'
import { expect, expectConsoleError, allowConsoleError, painted, test as journey } from '#e2e/visitor/browser-test.ts'
import { FailingProxy } from '#test/fakes/failing-proxy.ts'

/** Tests with a service worker. `failingProxy` is a proxy between the browser and the server. */
export const test = journey.extend<{ failingProxy: FailingProxy }>({
  failingProxy: async ({ baseURL }, provide) => {
    const failingProxy = await FailingProxy.before(baseURL ?? '')
    await provide(failingProxy)
    await failingProxy.close()
  },
})

export { expect, expectConsoleError, allowConsoleError }

export const LIST = '/jobs'
export const NOTICE = '/jobs/upsc-cds-i-2027-online-form'

/** Chromium reports every request that fails and every response with an error status. */
export const FAILURES =
  /ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_FAILED|WebSocket connection|status of 50[234]/

/** Waits until the page's script has started and the service worker controls the page. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => 'ready' in document.documentElement.dataset && navigator.serviceWorker.controller?.state === 'activated',
  )
}

/** Waits until the script that shows banners is loaded and has had the time to show one. */
export async function bannersLoaded(page: Page): Promise<void> {
  await page.locator('.banners').waitFor({ state: 'attached' })
  await painted(page)
}

/** Waits until the page is cached for reading offline. */
export async function stored(page: Page, path: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(async (url) => Boolean(await caches.match(url, { ignoreVary: true })), path))
    .toBe(true)
}

/** Opens a page, and waits until the service worker controls and has cached it. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await controlled(page)
  await stored(page, url)
}

/** Replaces the cached page by one that was sent on 20 November 2020 at 7:02 AM, with another heading and status. */
export async function makeOld(page: Page, url: string, date = new Date('2020-11-20T01:32:00Z')): Promise<void> {
  const replace = async ([address, sentAt]: readonly [string, string]) => {
    const pages = await caches.open('pages')
    const copy = await pages.match(address, { ignoreVary: true })
    const html = (await copy?.text())
      ?.replace(/(<h1[^>]*>)[\s\S]*?<\/h1>/, '$1As it was</h1>')
      .replace(/(<output id="list-status"[^>]*>)[^<]*/, '$1As it was')
    const headers = new Headers(copy?.headers)
    headers.set('date', sentAt)
    headers.set('x-stored-at', String(Date.parse(sentAt)))
    headers.set('etag', '"old"')
    await pages.put(address, new Response(html ?? '', { headers }))
  }
  await page.evaluate(replace, [url, date.toUTCString()] as const)
}

/**
 * Emulates an offline device. Requests fail until giveBack(), but Chromium resets `navigator.onLine` with every new
 * document: call takeAway() again after each.
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
