import type { Page } from '@playwright/test'
import { expect, forgive, overlook, settled, test as journey } from '#e2e/visitor/journey.ts'
import { Front } from './front.ts'

/** Journeys with a service worker. `front` is a portal of their own making; what it does not answer is no complaint. */
export const test = journey.extend<{ front: Front }>({
  front: async ({ baseURL }, provide) => {
    const front = await Front.before(baseURL ?? '')
    await provide(front)
    await front.close()
  },
})

export { expect, forgive, overlook, settled }

/** Waits until the page answers clicks and the service worker answers for it. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => 'hydrated' in document.documentElement.dataset && navigator.serviceWorker.controller?.state === 'activated',
  )
}

/** Waits until what the page offers would be seen. */
export async function bannersSettled(page: Page): Promise<void> {
  await expect(page.locator('.banners')).toBeAttached()
  await settled(page)
}

/** Waits until a page could be read offline. */
export async function keptOffline(page: Page, path: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(async (url) => Boolean(await caches.match(url, { ignoreVary: true })), path))
    .toBe(true)
}
