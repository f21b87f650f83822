import type { Page } from '@playwright/test'
import { expect, expectConsoleError, hold, holdRequests, hydrated, test } from './browser-test.ts'

/** What a visitor does before the script runs, or while a page or a response is awaited, must not be lost. */

/** Clicks a link of the menu, which may be closed. */
const clickResults = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('#site-menu a[href="/results"]')!.click())

for (const path of ['/', '/jobs']) {
  test(`Enter in a search box of ${path} stays on the page`, async ({ page }) => {
    await page.goto(path)
    await hydrated(page)
    const before = await page.evaluate(() => history.length)
    const box = page.getByRole('main').getByRole('searchbox').first()
    await box.fill('ssc')
    const response = page.waitForResponse(/ssc/)
    await box.press('Enter')
    await response
    await expect(box).not.toBeFocused()
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await page.evaluate(() => history.length)).toBe(before)
    expect(await page.evaluate(() => document.activeElement?.localName), 'no new page is announced').toBe('body')
  })
}

test('a menu that is opened before the script runs stays open', async ({ page }) => {
  const release = await holdRequests(page, /assets\/main-/)
  await page.goto('/jobs', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Menu', exact: true }).click({ noWaitAfter: true })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await release()
  await hydrated(page)
  await expect(menu).toBeVisible()
  await menu.getByRole('link', { name: 'Results', exact: true }).click()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/results')
})

test('a menu that is opened while a page is awaited stays open, and one that is open is closed by going back', async ({
  page,
}) => {
  await page.goto('/jobs')
  await hydrated(page)
  const release = await hold(page, /\/results$/)
  await clickResults(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click({ noWaitAfter: true })
  await release()
  await expect(page).toHaveURL('/results')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/jobs')
  await expect(menu).toBeHidden()
})

test('the group More that is opened while a page is awaited stays open, with the focus @laptop', async ({ page }) => {
  await page.goto('/jobs')
  await hydrated(page)
  const release = await hold(page, /\/results$/)
  await clickResults(page)
  const more = page.getByRole('navigation', { name: 'Main' }).getByText('More', { exact: true })
  await more.click({ noWaitAfter: true })
  await release()
  await expect(page).toHaveURL('/results')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })).toBeVisible()
  await expect(more).toBeFocused()
})

test('a field that gets the focus while a page is awaited has it afterwards', async ({ page }) => {
  await page.goto('/jobs')
  await hydrated(page)
  const release = await hold(page, /\/results$/)
  await clickResults(page)
  const field = page.getByRole('combobox', { name: 'Search the whole site' })
  await field.click({ noWaitAfter: true })
  await release()
  await expect(page).toHaveURL('/results')
  await expect(field).toBeFocused()
})

test('Show more does not take the focus from a field', async ({ page }) => {
  await page.goto('/jobs')
  await hydrated(page)
  const release = await hold(page, /\/jobs\?after=/)
  await page.getByRole('link', { name: 'Show more' }).click({ noWaitAfter: true })
  const field = page.getByRole('combobox', { name: 'Search the whole site' })
  await field.click({ noWaitAfter: true })
  await release()
  await expect(page.getByRole('main').locator('.notice-card')).toHaveCount(39)
  await expect(field).toBeFocused()
})

test('an island whose script did not arrive starts when it can be loaded', async ({ page, consoleErrors }) => {
  const path = /assets\/start-age-calculator-/
  await page.route(path, (route) => route.fulfill({ status: 503 }))
  const failed = page.waitForResponse(path)
  await page.goto('/age-calculator')
  await failed
  await page.unroute(path)
  await expect(page.getByRole('main').locator('fieldset:disabled, input:disabled')).toHaveCount(0)
  expectConsoleError(consoleErrors, /status of 503/)
})
