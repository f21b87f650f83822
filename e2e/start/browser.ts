import { chromium, type Browser, type Page } from '@playwright/test'

export function launchBrowser(): Promise<Browser> {
  const { CHROME_PATH } = process.env
  return chromium.launch({ args: ['--no-sandbox'], ...(CHROME_PATH && { executablePath: CHROME_PATH }) })
}

/** What the browser complains about in a page, as it comes. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset)
}
