import type { Page } from '@playwright/test'

/** The bar of acts on the selected rows of a table. */
export const barOf = (page: Page) => page.getByRole('region', { name: 'Selected rows' })

/** Opens the preview of an act on the selected rows. */
export async function openAct(page: Page, act: string) {
  await barOf(page).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: act }).click()
  return page.locator('dialog[open]')
}

export async function select(page: Page, mark: string, chosen: readonly string[]) {
  for (const name of chosen) await page.getByLabel(`Select ${name} ${mark}`).check()
}
