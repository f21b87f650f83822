import { expect, test } from '@playwright/test'

test.use({ javaScriptEnabled: false })

test('a visitor without JavaScript reads, searches and turns pages', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('region', { name: 'Latest Jobs', exact: true })
    .getByRole('link', { name: /^View More/ })
    .click()
  await expect(page).toHaveURL('/jobs')
  const rows = page.getByRole('main').locator('.notice-card')
  await expect(rows).toHaveCount(25)

  await page
    .getByRole('main')
    .getByRole('link', { name: /^Show more/ })
    .click()
  await expect(page).toHaveURL(/\/jobs\?after=/)
  await expect(rows).toHaveCount(14)

  const box = page.getByRole('main').getByRole('searchbox')
  await box.fill('railway')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/jobs\?search=railway/)
  await rows.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Important dates' })).toBeVisible()
})

test('an unknown slug leaves the home page on the screen', async ({ page }) => {
  await page.goto('/jobs/no-such-job')
  await expect(page.getByRole('region', { name: 'Results', exact: true })).toBeVisible()
})

test('a visitor without JavaScript searches everything', async ({ page }) => {
  await page.goto('/contact')
  await page.getByRole('combobox', { name: 'Search the whole site' }).fill('2026')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/search?q=2026')
  const line = page.getByRole('main').getByRole('status')
  await expect(line).toHaveText(/^\d+ results for "2026"$/)
  const results = page.getByRole('main').locator('.result-card')
  const first = await results.first().innerText()
  await page.getByRole('main').getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL('/search?q=2026&from=100')
  await expect(results.first()).not.toHaveText(first, { useInnerText: true })
  await page.getByRole('button', { name: /^Results \d/ }).click()
  await expect(page).toHaveURL('/search?q=2026&category=results')
  await expect(line).toHaveText(/^\d+ results for "2026" in Results$/)
  await results.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/results\/[a-z0-9-]+$/)
})
