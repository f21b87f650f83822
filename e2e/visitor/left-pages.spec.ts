import type { Page } from '@playwright/test'
import { expect, hold, hydrated, settled, test } from './browser-test.ts'

/** Follows a link to an address, as a tap on the page would. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.querySelector('main')?.append(link)
    link.click()
    link.remove()
  }, path)
  await expect(page).toHaveURL(path)
}

test('pages that were left are hidden behind the page on screen, and the oldest ones leave the document', async ({
  page,
}) => {
  const paths = ['/jobs', '/results', '/admit-card', '/answer-key', '/admission', '/syllabus']
  await page.goto('/jobs')
  await hydrated(page)
  for (const path of paths.slice(1)) await follow(page, path)
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.locator('main'), 'one on screen, three behind it').toHaveCount(4)
  const widths = await page.locator('main').evaluateAll((mains) => mains.map((main) => main.clientWidth))
  expect(new Set(widths), 'with another width, a page would be laid out again').toEqual(new Set([360]))
  const wasFocused = await page.evaluate(() => {
    const link = document.querySelector<HTMLElement>('main[aria-hidden] a[href]')
    link?.focus()
    return link === null || document.activeElement === link
  })
  expect(wasFocused, 'a link of a page that was left').toBe(false)
  for (const path of paths.slice(0, -1).reverse()) {
    await page.goBack()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.getByRole('main').locator('.notice-card').first()).toBeVisible()
  }
})

/** Opens the list of jobs and so many pages after it that it is fetched again when one goes back by eleven pages. */
async function leaveJobsFarBehind(page: Page): Promise<void> {
  const others = ['/results', '/admit-card', '/answer-key', '/admission', '/syllabus', '/documents', '/calendar']
  const texts = ['/contact', '/privacy', '/disclaimer', '/age-calculator']
  await page.goto('/jobs')
  await hydrated(page)
  for (const path of [...others, ...texts]) await follow(page, path)
}

test('going back to a page that is fetched again, and leaving before it arrives, shows it the next time', async ({
  page,
}) => {
  await leaveJobsFarBehind(page)
  const heading = page.getByRole('heading', { level: 1 })
  const release = await hold(page, /\/jobs$/)
  await page.evaluate(() => history.go(-11))
  await expect(page).toHaveURL('/jobs')
  await expect(heading, 'the page of before stays until the other one arrives').toHaveText('Age calculator')
  await page.evaluate(() => history.go(8))
  await expect(page).toHaveURL('/contact')
  await release()
  await page.evaluate(() => history.go(-8))
  await expect(page).toHaveURL('/jobs')
  await expect(heading).toContainText('Jobs')
})

const loadingBar = (page: Page) => page.locator('html[data-loading]')

test('the loading bar of a page that is tapped outlasts that of a page that is fetched for Back', async ({ page }) => {
  await leaveJobsFarBehind(page)
  const release = await hold(page, /\/(jobs|privacy)$/)
  await page.evaluate(() => history.go(-11))
  await expect(page).toHaveURL('/jobs')
  await expect(loadingBar(page)).toBeAttached()
  const givenUp = page.waitForEvent('requestfailed')
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/privacy"]')!.click())
  await givenUp
  await settled(page)
  expect(await loadingBar(page).count()).toBe(1)
  await release()
  await expect(page).toHaveURL('/privacy')
  await expect(loadingBar(page)).toHaveCount(0)
})

test('a page that one goes back to has its own metadata', async ({ page }) => {
  await page.goto('/jobs/ssc-mts-havaldar-cbic-cbn-2026-online-form')
  await hydrated(page)
  const metadata = () =>
    page
      .locator('head > meta[name=description], head > link[rel=canonical]')
      .evaluateAll((elements) =>
        elements.map((element) => element.getAttribute('content') ?? element.getAttribute('href')),
      )
  const own = await metadata()
  expect(own.join(' ')).toContain('/jobs/ssc-mts-havaldar-cbic-cbn-2026-online-form')
  await follow(page, '/results')
  await expect.poll(metadata).not.toEqual(own)
  await page.goBack()
  await expect.poll(metadata).toEqual(own)
})

test('a notice that one goes back to has the fee category that it had, whatever another notice shows', async ({
  page,
}) => {
  await page.goto('/jobs/ssc-mts-havaldar-cbic-cbn-2026-online-form')
  await hydrated(page)
  const chosen = page.getByRole('main').locator('.category-fee :checked')
  const before = await chosen.inputValue()
  await follow(page, '/jobs/upsc-cds-i-2027-online-form')
  await expect(chosen).not.toHaveValue(before)
  await page.goBack()
  await expect(chosen).toHaveValue(before)
})
