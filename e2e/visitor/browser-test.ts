import {
  test as base,
  expect,
  type BrowserContext,
  type Clock,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import { awaitInterception } from '#e2e/interception.ts'

/** Header of a request that closes its connection. */
const ONE_REQUEST = { connection: 'close' }

interface Fixtures {
  /**
   * Headers of every request, of pages and of `request`. They take the place of Playwright's option extraHTTPHeaders, by which
   * a context could not be reused for a test with other headers.
   */
  ownHeaders: Record<string, string>
  /**
   * To be used instead of `page.clock`, whose scripts Playwright does not always remove: the context is closed after the
   * test, so the next one gets a new context.
   */
  clock: Clock
  /** Errors that the browser has reported so far, on any page. */
  consoleErrors: string[]
}

/**
 * A test in a real browser. It fails on anything that the browser reports on any page: console errors, page errors, and
 * violations of the content security policy, which Chromium reports as console errors.
 */
export const test = base.extend<Fixtures>({
  ownHeaders: [{}, { option: true }],
  context: async ({ context, ownHeaders, baseURL, serviceWorkers }, provide) => {
    await resetRest(context, baseURL ?? '')
    // With a service worker, a request of the page says nothing about those that the worker sends.
    if (serviceWorkers === 'block') awaitInterception(context)
    await context.setExtraHTTPHeaders(ownHeaders)
    await provide(context)
  },
  clock: async ({ context }, provide) => {
    await provide(context.clock)
    await context.close()
  },
  consoleErrors: [
    async ({ context }, use) => {
      const consoleErrors: string[] = []
      context.on('console', (message) => {
        const expected = /status of (404|410)/.test(message.text()) && /\/(jobs|unknown)/.test(message.location().url)
        if (message.type() === 'error' && !expected) consoleErrors.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (problem) => consoleErrors.push(String(problem.error())))
      await use(consoleErrors)
      const expected = expectations.get(consoleErrors) ?? []
      const reported = ({ pattern }: Expectation) => consoleErrors.some((error) => pattern.test(error))
      for (const one of expected.filter(({ isSure }) => isSure))
        await expect.poll(() => reported(one), `the browser reports ${one.pattern}`).toBe(true)
      const others = consoleErrors.filter((error) => !expected.some(({ pattern }) => pattern.test(error)))
      // As one text, which a report of the failure shows in its first lines.
      expect(others.join('\n'), 'the browser reported errors').toBe('')
    },
    { auto: true },
  ],
  // The server closes a connection that is idle for five seconds, possibly when the next request of a test arrives.
  request: async ({ playwright, baseURL, ownHeaders }, provide) => {
    const context = await playwright.request.newContext({
      ...(baseURL !== undefined && { baseURL }),
      extraHTTPHeaders: { ...ownHeaders, ...ONE_REQUEST },
    })
    await provide(context)
    await context.dispose()
  },
})

export { hydrated } from '#e2e/hydrated.ts'
export { expect }

/** Resets what Playwright leaves as it is in a context that another test has used, see playwright.config.ts. */
async function resetRest(context: BrowserContext, url: string): Promise<void> {
  const [page] = context.pages()
  if (!page) return
  await context.setOffline(false)
  await context.clearPermissions()
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(url)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cache_storage' })
  await devtools.detach()
}

interface Expectation {
  pattern: RegExp
  isSure: boolean
}

const expectations = new WeakMap<string[], Expectation[]>()

/**
 * Expects a console error. The browser reports failed responses that a test provokes, possibly later than the page
 * handles the response, so the expectation holds for the whole test.
 */
export function expectConsoleError(consoleErrors: string[], pattern: RegExp): void {
  expectations.set(consoleErrors, [...(expectations.get(consoleErrors) ?? []), { pattern, isSure: true }])
}

/** As expectConsoleError, but the browser need not report it. */
export function allowConsoleError(consoleErrors: string[], pattern: RegExp): void {
  expectations.set(consoleErrors, [...(expectations.get(consoleErrors) ?? []), { pattern, isSure: false }])
}

/** Whether the page is laid out for a phone. Source: docs/behaviour/public-pages.md#phones. */
export function isPhone(viewport: { width: number } | null): boolean {
  return (viewport?.width ?? 0) <= 768
}

/** Waits until the page has handled what it has received: until a frame is drawn and queued tasks have run. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
}

/** Waits until all changes so far are on screen, so that clicks, taps and swipes meet what is shown. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** Clicks 'Retry' of a failed navigation, unless it has been retried automatically meanwhile. */
export async function clickRetry(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLElement>('.unreachable button')?.click())
}

/** @returns into how many lines the text of an element is broken */
export function linesOf(element: Locator): Promise<number> {
  return element.evaluate((shown) => {
    const range = document.createRange()
    range.selectNodeContents(shown)
    return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
  })
}

/**
 * Holds requests back before the server gets them.
 *
 * @returns a function that lets them go on, to an earlier route or to the server
 */
export async function holdRequests(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gate.promise
    await route.fallback()
  })
  return async () => gate.resolve()
}

/**
 * Holds the responses to some requests back.
 *
 * @returns a function that delivers them and waits until the page has handled them
 */
export async function hold(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  const held: Request[] = []
  let isReleased = false
  await page.route(address, async (route) => {
    if (isReleased) return route.continue()
    held.push(route.request())
    const response = await route.fetch()
    await gate.promise
    // The page may have aborted the request.
    await route.fulfill({ response }).catch(() => undefined)
  })
  return async () => {
    isReleased = true
    gate.resolve()
    for (const request of held) await request.response()
    // The response to this request arrives after theirs.
    await page.evaluate(async () => (await fetch('/healthz')).text())
    await settled(page)
  }
}
