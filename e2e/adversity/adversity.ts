import type { Page } from '@playwright/test'
import { controlled, FAILURES, stored, test as journey } from '#e2e/offline/app-journey.ts'
import { RETRY_MS } from '#domain/limits.ts'
import type { FailingProxy } from '#test/fakes/failing-proxy.ts'
import { allowConsoleError, clickRetry, expect, hydrated } from '#e2e/visitor/browser-test.ts'

export { allowConsoleError, clickRetry, expect, hydrated }

/** Tests through a proxy that fails on purpose: the errors that the browser reports about that are allowed. */
export const test = journey.extend<{ isInstalled: boolean; failuresExpected: undefined }>({
  /** Whether the browser has a service worker. */
  isInstalled: async ({ serviceWorkers }, provide) => provide(serviceWorkers === 'allow'),
  failuresExpected: [
    async ({ consoleErrors }, provide) => {
      allowConsoleError(consoleErrors, FAILURES)
      await provide(undefined)
    },
    { auto: true },
  ],
})

export const UNREACHABLE = 'Suchana could not be reached.'

/** Script that makes the browser report that its user saves data. */
export const SAVES_DATA = `Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true })`

/** The error message at the bottom of the window or above a part of the page. */
export const failure = (page: Page) => page.locator('.unreachable')
export const retry = (page: Page) => failure(page).getByRole('button', { name: 'Retry' })
export const cards = (page: Page) => page.getByRole('main').locator('.notice-card')
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** A notice that lists do not prefetch. */
export const farNotice = (page: Page) => cards(page).nth(12).getByRole('link')

/** Addresses and texts of the links, in their order. */
export const linksIn = (page: Page) =>
  cards(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => `${link.getAttribute('href')} ${link.textContent}`))

/** Opens a page and waits until its script runs and, if installed, until the service worker controls the page. */
export async function open(page: Page, url: string, isInstalled = false): Promise<void> {
  await page.goto(url)
  await hydrated(page)
  if (!isInstalled) return
  await controlled(page)
  await stored(page, url)
}

/** Lets nothing be requested again by itself in the documents that are opened from now on, so that only a button does it. */
export async function stopRetries(page: Page): Promise<void> {
  await page.addInitScript((pause) => {
    const real = setTimeout
    const withoutRetries = (run: TimerHandler, wait?: number, ...given: unknown[]) =>
      wait === pause ? 0 : real(run, wait, ...given)
    globalThis.setTimeout = withoutRetries as typeof setTimeout
  }, RETRY_MS)
}

/**
 * Marks the current document.
 *
 * @returns a function that asserts that it is still the same document: the page was neither reloaded nor replaced
 */
export async function markDocument(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
  return async () => {
    const isMarked = await page.evaluate(() => document.documentElement.hasAttribute('data-marked'))
    expect(isMarked, 'the document is the same one').toBe(true)
  }
}

/** Waits until the page is loaded and idle. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const rest = () => requestIdleCallback(() => setTimeout(requestIdleCallback, 50, resolve), { timeout: 5_000 })
        if (document.readyState === 'complete') rest()
        else addEventListener('load', rest)
      }),
  )
}

/** Submits a search in the header without waiting for the results. */
export async function searchSite(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search the whole site' }).fill(text)
  await page.keyboard.press('Enter')
}

/** @returns the path of a link */
export async function pathOf(link: ReturnType<Page['locator']>): Promise<string> {
  return (await link.getAttribute('href')) ?? ''
}

/** @returns the paths of the page views that were counted */
export function viewsAt(failingProxy: FailingProxy): string[] {
  return failingProxy.requests
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/rest/v1/analytics_events'))
    .map(({ body }) => (body ? (JSON.parse(body) as { page: string }).page : ''))
}
