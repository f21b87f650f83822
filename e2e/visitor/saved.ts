import { expect, type Page } from '@playwright/test'

export const JOB = '/jobs/upsc-cds-i-2027-online-form'
export const TITLE = 'UPSC CDS (I) 2027 Online Form'

/** Opens a page and waits for its stars. */
export async function openWithStars(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('main .star').first()).toBeVisible()
}

export const star = (page: Page, title = TITLE) => page.getByRole('main').getByRole('button', { name: `Save ${title}` })

export const card = (page: Page, title = TITLE) => page.locator('.saved-card', { hasText: title })

/** Opens the page of saved notices and waits until the server has answered. */
export async function openSaved(page: Page): Promise<void> {
  const answered = page.waitForResponse('**/saved/states')
  await page.goto('/saved')
  await answered
  await expect(page.getByText(/^Dates as of/)).toBeVisible()
}

/** Saves the job on its own page, and opens the page of saved notices. */
export async function saveJob(page: Page): Promise<void> {
  await openWithStars(page, JOB)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await openSaved(page)
}

type Entry = Record<string, unknown> & { state: Record<string, unknown> & { dates: Record<string, unknown>[] } }

/** Changes what the browser has stored of the only saved notice. */
export async function changeEntry(page: Page, change: (entry: Entry) => void): Promise<void> {
  const [key, text] = await page.evaluate(
    () => Object.entries(localStorage).find(([name]) => name.startsWith('saved_notice ')) ?? ['', ''],
  )
  const entry = JSON.parse(text) as Entry
  change(entry)
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [key, JSON.stringify(entry)] as const)
}
