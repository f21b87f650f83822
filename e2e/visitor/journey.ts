import { test as base, expect, type Page } from '@playwright/test'

/**
 * A journey in a real browser. Anything the browser complains about fails it: console errors, page errors, and
 * violations of the content security policy, which Chromium reports as console errors.
 */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        const expected = /status of (404|410)/.test(message.text()) && /\/(jobs|unknown)/.test(message.location().url)
        if (message.type() === 'error' && !expected) complaints.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await use(complaints)
      expect(complaints, 'the browser complained').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Whether the page is laid out for a phone. Source: specification, section 9, Mobile breakpoint. */
export function isPhone(viewport: { width: number } | null): boolean {
  return (viewport?.width ?? 0) <= 768
}

/** Waits until the page answers clicks: React has taken over and the router knows the address. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
}
