import { expect, type Locator, type Page } from '@playwright/test'
import type { Tables } from './table-calls.ts'

/** A title that no other test uses, with the year that titles are expected to have. */
export function uniqueTitle(words: string): string {
  return `${words} ${new Date().getFullYear()} ${crypto.randomUUID().slice(0, 8)}`
}

export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true })
}

export async function openForm(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('form')).toBeVisible()
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Save( changes)?$/ }).click()
}

/** @returns the stored row with this title */
export async function rowOf(tables: Tables, table: string, title: string): Promise<Record<string, unknown>> {
  const rows = await tables.get(`${table}?title=eq.${encodeURIComponent(title)}`)
  expect(rows, `rows of ${title}`).toHaveLength(1)
  return rows[0] ?? {}
}
