import type { Page } from '@playwright/test'
import { expect, hydrated } from './browser-test.ts'

export const field = (page: Page) => page.getByRole('combobox', { name: 'Search the whole site' })
export const options = (page: Page) => page.getByRole('listbox').getByRole('option')
export const group = (page: Page, name: string) => page.getByRole('listbox').getByRole('group', { name })
export const highlighted = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true })

export async function open(page: Page, path = '/jobs'): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** Types a text and waits until the dropdown shows the response. */
export async function typeText(page: Page, text: string): Promise<void> {
  const response = page.waitForResponse(/\/search\/dropdown\?q=./)
  await field(page).fill(text)
  await response
  await expect(page.getByText('Searching...')).toBeHidden()
}
