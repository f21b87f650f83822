import { chromium, expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'

export { hydrated } from '#e2e/hydrated.ts'

/** Milliseconds. Waits end as soon as their condition holds. */
const timeout = 120_000

export const expectPage = expect.configure({ timeout })

/** A browser without windows, if there is one: its pages take two thirds of the processor time. */
export function launchBrowser(): Promise<Browser> {
  const { CHROME_PATH, HEADLESS_SHELL_PATH } = process.env
  const executablePath = HEADLESS_SHELL_PATH || CHROME_PATH
  return chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
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
