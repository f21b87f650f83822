import { expect, hydrated, painted, settled, test } from './browser-test.ts'

test('going back to a list shows what was on screen, although its rest had not been laid out yet', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  // Never idle again, so the heights of cards far below the fold stay estimates.
  await page.evaluate(() => (window.requestIdleCallback = () => 0))
  const isTopFirst = () => page.evaluate(() => 'topFirst' in document.documentElement.dataset)
  await page.evaluate(() => location.assign('/search?q=2026'))
  const rows = page.getByRole('main').locator('.result-card')
  await expect(rows.first()).toBeVisible()
  const found = await rows.count()
  // Without the pointer: between its press and its release the page may move, as the cards around it are laid out.
  await page.getByRole('link', { name: 'Show more' }).evaluate((more: HTMLElement) => more.click())
  await expect(rows).not.toHaveCount(found)
  const last = rows.last().getByRole('link')
  await last.scrollIntoViewIfNeeded()
  expect(await isTopFirst()).toBe(true)
  const top = () => last.evaluate((link) => link.getBoundingClientRect().top)
  // The browser lays out what has come on screen, and corrects the position, in later frames.
  await expect(async () => {
    const before = await top()
    await painted(page)
    expect(await top()).toBe(before)
  }).toPass()
  const left = await top()
  await last.evaluate((link: HTMLElement) => link.click())
  await expect(page).not.toHaveURL(/search/)
  await page.goBack()
  await expect(page).toHaveURL(/search/)
  await settled(page)
  expect(await isTopFirst()).toBe(false)
  expect(Math.abs((await top()) - left)).toBeLessThan(2)
})

test('going back to a list after the phone was turned shows what was on screen', async ({ page }) => {
  await page.goto('/jobs')
  await hydrated(page)
  const link = page.getByRole('main').locator('.notice-card').nth(14).getByRole('link')
  await link.evaluate((shown) => shown.scrollIntoView({ block: 'center' }))
  await link.evaluate((followed: HTMLElement) => followed.click())
  await expect(page).toHaveURL(/\/jobs\/[a-z0-9-]+$/)
  await page.setViewportSize({ width: 640, height: 360 })
  await page.goBack()
  await expect(page).toHaveURL('/jobs')
  await settled(page)
  await expect(link).toBeInViewport()
})

test('going back shows what was on screen also in Firefox, which scrolls to its own position afterwards', async ({
  page,
}) => {
  await page.goto('/jobs')
  await hydrated(page)
  await expect(page.locator('.banners'), 'all later parts have started').toBeAttached()
  await page.evaluate(() => addEventListener('popstate', () => scrollTo(0, 0)))
  const link = page.getByRole('main').locator('.notice-card').nth(14).getByRole('link')
  await link.evaluate((shown) => shown.scrollIntoView({ block: 'center' }))
  await link.evaluate((followed: HTMLElement) => followed.click())
  await expect(page).not.toHaveURL('/jobs')
  await page.goBack()
  await expect(page).toHaveURL('/jobs')
  await settled(page)
  await expect(link).toBeInViewport()
})
