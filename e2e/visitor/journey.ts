import { test as base, expect, type Page, type Request } from '@playwright/test'

/**
 * A journey in a real browser. Anything the browser complains about fails it: console errors, page errors, and
 * violations of the content security policy, which Chromium reports as console errors; in every page of the journey.
 */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      context.on('console', (message) => {
        const expected = /status of (404|410)/.test(message.text()) && /\/(jobs|unknown)/.test(message.location().url)
        if (message.type() === 'error' && !expected) complaints.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (problem) => complaints.push(String(problem.error())))
      await use(complaints)
      const asked = expectations.get(complaints) ?? []
      const reported = ({ pattern }: Expectation) => complaints.some((complaint) => pattern.test(complaint))
      for (const one of asked.filter(({ isSure }) => isSure))
        await expect.poll(() => reported(one), `the browser reports ${one.pattern}`).toBe(true)
      const others = complaints.filter((complaint) => !asked.some(({ pattern }) => pattern.test(complaint)))
      expect(others, 'the browser complained').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

interface Expectation {
  pattern: RegExp
  isSure: boolean
}

const expectations = new WeakMap<string[], Expectation[]>()

/**
 * The browser itself reports answers that are failures. Those that a journey asks for are no complaints, whenever in
 * the journey they come: a report may be later than what the page makes of the answer.
 */
export function forgive(complaints: string[], pattern: RegExp): void {
  expectations.set(complaints, [...(expectations.get(complaints) ?? []), { pattern, isSure: true }])
}

/** As forgive, where the browser may have nothing to report. */
export function overlook(complaints: string[], pattern: RegExp): void {
  expectations.set(complaints, [...(expectations.get(complaints) ?? []), { pattern, isSure: false }])
}

/** Whether the page is laid out for a phone. Source: specification, section 9, Mobile breakpoint. */
export function isPhone(viewport: { width: number } | null): boolean {
  return (viewport?.width ?? 0) <= 768
}

/** Waits until the page answers clicks: React has taken over and the router knows the address. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset)
}

/** Waits until the page has worked on what has reached it: a frame is drawn, and what was queued before it is done. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
}

/**
 * Holds the answers to some requests back.
 *
 * @returns lets them go, and waits until the page has worked on them
 */
export async function hold(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  const held: Request[] = []
  await page.route(address, async (route) => {
    held.push(route.request())
    const answer = await route.fetch()
    await gate.promise
    // The page may have given the request up meanwhile.
    await route.fulfill({ response: answer }).catch(() => undefined)
  })
  return async () => {
    gate.resolve()
    for (const request of held) await request.response()
    // What is asked for now arrives after them.
    await page.evaluate(async () => (await fetch('/healthz')).text())
    await settled(page)
  }
}
