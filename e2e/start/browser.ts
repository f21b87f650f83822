import { chromium, type Browser, type Page } from '@playwright/test'

export function launchBrowser(): Promise<Browser> {
  const { CHROME_PATH } = process.env
  return chromium.launch({ args: ['--no-sandbox'], ...(CHROME_PATH && { executablePath: CHROME_PATH }) })
}

/** @returns the errors that a page logs, as they occur */
export function consoleErrorsOf(page: Page): string[] {
  const consoleErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  return consoleErrors
}

export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset)
}
