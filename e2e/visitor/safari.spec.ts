import type { Page } from '@playwright/test'
import { expect, hydrated, test } from './browser-test.ts'
import { answer, form } from './eligibility.ts'
import { stretchDialog } from '#e2e/stretched-dialog.ts'

/** Safari had no Navigation API before version 26.2. */
test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(window, 'navigation')))

/**
 * Leaves the page and comes back to it as WebKit does: it takes the page from its back-forward cache, and then resets all
 * forms without autocomplete, without an event. Chromium resets nothing, so the test does.
 */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const type of ['pagehide', 'pageshow']) dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
    addEventListener('reset', (event) => event.stopImmediatePropagation(), { capture: true })
    for (const shown of document.forms) if (shown.autocomplete === 'off') shown.reset()
  })
}

test('in Safari a search text is still there after Back, like the rows that it found', async ({ page }) => {
  await page.goto('/results')
  await hydrated(page)
  const box = page.getByRole('main').getByRole('searchbox')
  const rows = page.getByRole('main').locator('.notice-card')
  await box.fill('rrb')
  await expect(page.getByRole('status').filter({ hasText: 'for "rrb"' })).toBeVisible()
  const found = await rows.count()
  await leaveAndReturn(page)
  await expect(box).toHaveValue('rrb')
  await expect(rows).toHaveCount(found)
})

test('in Safari the unfolded rows of the home page are still there after Back', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const jobs = page.getByRole('region', { name: 'Latest Jobs', exact: true })
  await jobs.getByText('Show all 25').click()
  await leaveAndReturn(page)
  await expect(jobs.getByRole('listitem').filter({ visible: true })).toHaveCount(25)
})

test("in Safari the answers of 'Am I eligible?' are still there after Back, stored or not", async ({ page }) => {
  await page.goto('/am-i-eligible')
  await hydrated(page)
  await answer(page)
  await form(page).getByLabel('Subject of your degree').fill('Law')
  await leaveAndReturn(page)
  await expect(form(page).getByLabel('Year')).toHaveValue('1990')
  await expect(form(page).getByLabel('Subject of your degree')).toHaveValue('Law')
  await expect(form(page).getByLabel('Home state')).toHaveValue('bihar')
  await expect(form(page).getByLabel('12th pass')).toBeChecked()
  await expect(form(page).getByLabel('10th pass')).not.toBeChecked()
})

test('in Safari the parts of the dialog to share are not stretched', async ({ page }) => {
  await page.goto('/jobs/upsc-cds-i-2027-online-form')
  await hydrated(page)
  await page.getByRole('button', { name: 'More ways' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog).toBeVisible()
  const { before, after } = await stretchDialog(dialog)
  expect(after).toEqual(before)
})
