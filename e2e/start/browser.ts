import { chromium, expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'

/** Milliseconds. Waits end as soon as their condition holds. */
const timeout = 120_000

export const expectPage = expect.configure({ timeout })

export function launchBrowser(): Promise<Browser> {
  const { CHROME_PATH } = process.env
  return chromium.launch({ args: ['--no-sandbox'], ...(CHROME_PATH && { executablePath: CHROME_PATH }) })
}

/** Opens a page in a browser context of its own. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options)
  page.setDefaultTimeout(timeout)
  return page
}

/** @returns the errors that a page logs, as they occur, each with the address that it is about */
export function consoleErrorsOf(page: Page): string[] {
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  return consoleErrors
}

export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { dataset } = document.documentElement
    return 'ready' in dataset && !('topFirst' in dataset)
  })
}
