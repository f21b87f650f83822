import type { Page } from '@playwright/test'
import { controlled, FAILURES, stored, test as journey } from '#e2e/offline/app-journey.ts'
import type { Front } from '#e2e/offline/front.ts'
import { expect, hydrated, overlook } from '#e2e/visitor/journey.ts'

export { expect, hydrated, overlook }

/** Journeys through a proxy that fails, on purpose: what the browser reports about that is expected. */
export const test = journey.extend<{ isInstalled: boolean; failuresExpected: undefined }>({
  /** Whether the browser has a service worker. */
  isInstalled: async ({ serviceWorkers }, provide) => provide(serviceWorkers === 'allow'),
  failuresExpected: [
    async ({ complaints }, provide) => {
      overlook(complaints, FAILURES)
      await provide(undefined)
    },
    { auto: true },
  ],
})

export const UNREACHABLE = 'Suchana could not be reached.'

/** What a browser says that has been asked to save data. */
export const SAVES_DATA = `Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true })`

/** The line at the foot of the window, or above a part of the page. */
export const failure = (page: Page) => page.locator('.unreachable')
export const retry = (page: Page) => failure(page).getByRole('button', { name: 'Retry' })
export const cards = (page: Page) => page.getByRole('main').locator('.notice-card')
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** A notice that no list fetches ahead. */
export const farNotice = (page: Page) => cards(page).nth(12).getByRole('link')

/** Links and what they say, in their order. */
export const linksIn = (page: Page) =>
  cards(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => `${link.getAttribute('href')} ${link.textContent}`))

/** Opens a page and waits until its script runs and, where there is one, until the service worker answers for it. */
export async function open(page: Page, url: string, isInstalled = false): Promise<void> {
  await page.goto(url)
  await hydrated(page)
  if (!isInstalled) return
  await controlled(page)
  await stored(page, url)
}

/**
 * Marks the document on the screen.
 *
 * @returns asserts that it is still there: nothing was reloaded, and no other document took its place
 */
export async function markDocument(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
  return async () => {
    const isMarked = await page.evaluate(() => document.documentElement.hasAttribute('data-marked'))
    expect(isMarked, 'the document is the same one').toBe(true)
  }
}

/** Waits until the page has arrived and has nothing left to do. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const rest = () => requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())))
        if (document.readyState === 'complete') rest()
        else addEventListener('load', rest)
      }),
  )
}

/** Sends a question from the header, without waiting for what becomes of it. */
export async function askSite(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search the whole site' }).fill(text)
  await page.keyboard.press('Enter')
}

/** The address of a link, as a path. */
export async function pathOf(link: ReturnType<Page['locator']>): Promise<string> {
  return (await link.getAttribute('href')) ?? ''
}

/** Page views that were counted, by their path. */
export function viewsAt(front: Front): string[] {
  return front.requests
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/rest/v1/analytics_events'))
    .map(({ body }) => (body ? (JSON.parse(body) as { page: string }).page : ''))
}
