import type { Page } from '@playwright/test'

export const main = (page: Page) => page.getByRole('main')
export const rows = (page: Page) => main(page).locator('.notice-card')
export const results = (page: Page) => main(page).locator('.result-card')
export const panel = (page: Page) => main(page).locator('.filters')
export const openPanel = (page: Page) =>
  panel(page)
    .getByText(/^Filter and sort/)
    .click()

export const fieldOf = (page: Page, name: string) => panel(page).getByRole('combobox', { name, exact: true })

/** Chooses the first choice of a filter that finds something, and says how many its count promises. */
export async function choose(page: Page, label: string, pick: RegExp): Promise<{ name: string; notices: number }> {
  const field = fieldOf(page, label)
  const options = await field.locator('option').allInnerTexts()
  const option = options.find((text) => pick.test(text)) ?? ''
  await field.selectOption(option)
  const [, name = '', notices] = /^(.*) \(([\d,]+)\)$/.exec(option) ?? []
  return { name, notices: Number(notices) }
}

export async function total(page: Page): Promise<number> {
  return Number.parseInt(await main(page).locator('.chosen-filters b').innerText(), 10)
}
