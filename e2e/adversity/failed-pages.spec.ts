import type { Page } from '@playwright/test'
import { NOTICE } from '#e2e/offline/app-journey.ts'
import { expect, failure, heading, linksIn, open, retry, stopRetries, test, UNREACHABLE } from './adversity.ts'

/** Clicks a link of the menu, which may be closed. */
const clickLink = (page: Page, path: string) =>
  page.evaluate((href) => document.querySelector<HTMLElement>(`#site-menu a[href="${href}"]`)!.click(), path)

test('a link keeps the focus when the list that it leads to does not arrive', async ({ page, failingProxy }) => {
  await open(page, `${failingProxy.url}${NOTICE}`)
  failingProxy.hang(/^\/jobs$/)
  const link = page.getByRole('main').getByRole('link', { name: 'Latest Jobs', exact: true }).first()
  await link.press('Enter')
  await expect(page.locator('main[data-pending]')).toBeVisible()
  failingProxy.proxyStatus = 502
  failingProxy.release()
  await expect(failure(page)).toContainText(UNREACHABLE)
  await expect(link).toBeFocused()
})

test('automatic retries leave the page on screen and its focus', async ({ page, failingProxy }) => {
  await open(page, `${failingProxy.url}/jobs`)
  const before = await linksIn(page)
  failingProxy.hang()
  await clickLink(page, '/results')
  await expect(page.locator('main[data-pending]'), 'placeholders after the tap').toBeVisible()
  failingProxy.proxyStatus = 502
  failingProxy.release()
  await expect(failure(page)).toContainText(UNREACHABLE)
  expect(await linksIn(page)).toEqual(before)
  const box = page.getByRole('main').getByRole('searchbox')
  await box.focus()
  failingProxy.hang(/\/results/)
  await expect.poll(() => failingProxy.heldBack, 'a retry').toBeGreaterThan(0)
  // It appears after the time after which placeholders would.
  await expect(page.locator('html[data-loading]')).toBeAttached()
  await expect(page.locator('main[data-pending]')).toHaveCount(0)
  await expect(box).toBeFocused()
  expect(await linksIn(page)).toEqual(before)
})

test('a text that is typed before an automatic retry succeeds stays, with the focus', async ({
  page,
  failingProxy,
}) => {
  await open(page, `${failingProxy.url}/jobs`)
  failingProxy.proxyStatus = 502
  await clickLink(page, '/results')
  await expect(failure(page)).toContainText(UNREACHABLE)
  const field = page.getByRole('combobox', { name: 'Search the whole site' })
  await field.fill('ssc')
  failingProxy.proxyStatus = null
  await expect(page).toHaveURL(`${failingProxy.url}/results`)
  await expect(heading(page)).toContainText('Results')
  await expect(field).toHaveValue('ssc')
  await expect(field).toBeFocused()
})

test('the button Retry requests a failed page again, also without the automatic retries', async ({
  page,
  failingProxy,
}) => {
  await stopRetries(page)
  await open(page, `${failingProxy.url}/jobs`)
  failingProxy.proxyStatus = 502
  await clickLink(page, '/results')
  await expect(failure(page)).toContainText(UNREACHABLE)
  failingProxy.proxyStatus = null
  await retry(page).click()
  await expect(page).toHaveURL(`${failingProxy.url}/results`)
})

test('further rows are added by Retry, also when the script for them did not arrive', async ({
  page,
  failingProxy,
}) => {
  failingProxy.failing = /assets\/add-rows-/
  failingProxy.proxyStatus = 502
  await open(page, `${failingProxy.url}/jobs`)
  const before = await linksIn(page)
  await page.getByRole('main').getByRole('link', { name: 'Show more' }).click()
  await expect(failure(page)).toContainText(UNREACHABLE)
  expect(await linksIn(page)).toEqual(before)
  failingProxy.proxyStatus = null
  await retry(page).click()
  await expect(failure(page)).toHaveCount(0)
  // Browsers that do not request the script again open the page with the further rows.
  await expect.poll(async () => (await linksIn(page)).length).not.toBe(before.length)
})

test('when two pages in a row do not arrive, the page on screen is back', async ({ page, failingProxy }) => {
  await open(page, failingProxy.url)
  const main = page.getByRole('main')
  const before = await main.getByRole('link').allInnerTexts()
  failingProxy.hang()
  // The press prefetches the page, which the next navigation does not abort.
  await main.getByRole('link', { name: /^View More Results/ }).click({ noWaitAfter: true })
  await expect(page.locator('main[data-pending]')).toContainText('Results')
  await page.getByRole('button', { name: 'Menu', exact: true }).click({ noWaitAfter: true })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Syllabus', exact: true }).click({ noWaitAfter: true })
  await expect(page.locator('main[data-pending]')).toContainText('Syllabus')
  failingProxy.proxyStatus = 502
  failingProxy.release()
  await expect(failure(page)).toContainText(UNREACHABLE)
  await expect(page.locator('main[data-pending]')).toHaveCount(0)
  expect(await main.getByRole('link').allInnerTexts()).toEqual(before)
})
