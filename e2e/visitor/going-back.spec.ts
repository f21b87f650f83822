import type { Page } from '@playwright/test'
import { expect, expectConsoleError, hold, hydrated, isPhone, settled, test } from './browser-test.ts'

const cards = (page: Page) => page.getByRole('main').locator('.notice-card')
const scrollOffset = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
/** Parts that are laid out only when the page is idle. */
const laterParts = (page: Page) => page.locator('main:not([aria-hidden]) [style*="content-visibility"]')

test('going back to the home page restores search texts, rows and unfolded rows @both', async ({ page, viewport }) => {
  await page.goto('/')
  await hydrated(page)
  const section = page.getByRole('region', { name: 'Results', exact: true })
  const jobs = page.getByRole('region', { name: 'Latest Jobs', exact: true })
  const box = section.getByRole('searchbox')
  await box.fill('rrb')
  await expect(section.getByRole('listitem').first()).toContainText(/rrb/i)
  const rows = await section.getByRole('listitem').allInnerTexts()
  for (const row of rows) expect(row.toLowerCase()).toContain('rrb')
  if (isPhone(viewport)) await jobs.getByText('Show all 25').click()
  const jobsShown = await jobs.getByRole('listitem').filter({ visible: true }).count()
  expect(jobsShown).toBe(25)

  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/sections/')) requested.push(new URL(request.url()).search)
  })
  await section.getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/results\//)
  await page.goBack()
  await expect(box).toHaveValue('rrb')
  expect(await section.getByRole('listitem').allInnerTexts()).toEqual(rows)
  await expect(jobs.getByRole('listitem').filter({ visible: true })).toHaveCount(25)

  await jobs.getByRole('searchbox').fill('bank')
  const own = [expect.stringContaining('bank')]
  await expect.poll(() => requested, 'only the new text is requested, once').toEqual(own)

  await box.fill('')
  await expect(section.getByRole('listitem').first()).not.toContainText(/rrb/i)
})

test('going back to a list restores its search text, further pages and scroll position', async ({ page }) => {
  await page.goto('/results')
  await hydrated(page)
  const box = page.getByRole('main').getByRole('searchbox')
  await box.fill('2026')
  await expect(page.getByRole('status').filter({ hasText: 'for "2026"' })).toBeVisible()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(cards(page)).not.toHaveCount(25)
  const links = await cards(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  const last = cards(page).last().getByRole('link')
  await last.scrollIntoViewIfNeeded()
  const scrollPosition = await scrollOffset(page)
  expect(scrollPosition).toBeGreaterThan(300)

  await last.click()
  await expect(page.getByRole('heading', { name: 'Important dates' })).toBeVisible()
  await page.goBack()
  await expect(box).toHaveValue('2026')
  await expect(cards(page)).toHaveCount(links.length)
  expect(
    await cards(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
  ).toEqual(links)
  await expect.poll(async () => Math.abs((await scrollOffset(page)) - scrollPosition)).toBeLessThan(2)

  await box.fill('')
  await expect(cards(page)).toHaveCount(25)
  await expect(page.getByRole('link', { name: 'Show more' })).toBeVisible()
})

test('going back to a list with the search text in the address restores its further pages', async ({ page }) => {
  await page.goto('/jobs')
  await hydrated(page)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(cards(page)).toHaveCount(39)
  await cards(page).last().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Important dates' })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(39)
  await page.getByRole('main').getByRole('searchbox').fill('railway')
  await expect(page).toHaveURL('/jobs?search=railway')
  // The address changes before the results arrive, which replace the rows.
  await expect(page.getByRole('status').filter({ hasText: 'for "railway"' })).toBeVisible()
  await cards(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/jobs\/[a-z0-9-]+$/)
  await page.goBack()
  await expect(page).toHaveURL('/jobs?search=railway')
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('railway')
})

test('results that arrive after their list was left leave the address of the next page', async ({ page }) => {
  await page.goto('/jobs')
  await hydrated(page)
  const release = await hold(page, /\/jobs\?search=railway/)
  await page.getByRole('main').getByRole('searchbox').fill('railway')
  await expect(page).toHaveURL('/jobs?search=railway')
  const link = cards(page).first().getByRole('link')
  const notice = (await link.getAttribute('href')) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { name: 'Important dates' })).toBeVisible()
  await release()
  await expect(page).toHaveURL(notice)
  await page.goBack()
  await expect(page).toHaveURL('/jobs?search=railway')
  await expect(page.getByRole('status').filter({ hasText: 'for "railway"' })).toBeVisible()
})

test('going back over other documents restores a list, and reloading resets it', async ({ page }) => {
  await page.goto('/results')
  await hydrated(page)
  const box = page.getByRole('main').getByRole('searchbox')
  await box.fill('rrb')
  await expect(page.getByRole('status').filter({ hasText: 'for "rrb"' })).toBeVisible()
  const found = await cards(page).count()
  await page.goto('/contact')
  await page.goBack()
  await expect(box).toHaveValue('rrb')
  await expect(cards(page)).toHaveCount(found)

  await page.reload()
  await hydrated(page)
  await expect(box, 'a reload resets the list').toHaveValue('')
  await expect(cards(page)).toHaveCount(25)
})

test('a list that is restored after another document is brought up to date', async ({ page }) => {
  await page.goto('/results')
  await hydrated(page)
  const box = page.getByRole('main').getByRole('searchbox')
  await box.fill('rrb')
  await expect(page.getByRole('status').filter({ hasText: 'for "rrb"' })).toBeVisible()
  const title = cards(page).first().getByRole('link')
  const before = await title.innerText()
  await page.route(/\/results\?search=rrb$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/(<h2><a [^>]*>)[^<]*/, '$1Corrected')
    await route.fulfill({ response, body })
  })
  await page.goto('/contact')
  await page.goBack()
  await expect(box).toHaveValue('rrb')
  await expect(title, before).toHaveText('Corrected')
})

test('after another document the text of a failed search is searched again', async ({ page, consoleErrors }) => {
  await page.goto('/results')
  await hydrated(page)
  const box = page.getByRole('main').getByRole('searchbox')
  await page.route(/\/results\?search=rrb$/, (route) => route.abort())
  await box.fill('rrb')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('could not be reached')
  await page.unrouteAll()
  await page.goto('/contact')
  await page.goBack()
  await expect(box).toHaveValue('rrb')
  await expect(page.getByRole('status').filter({ hasText: 'for "rrb"' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  expectConsoleError(consoleErrors, /ERR_FAILED/)
})

test('going back to a page that placeholders had replaced restores its scroll position and its focus', async ({
  page,
}) => {
  await page.goto('/jobs')
  await hydrated(page)
  const release = await hold(page, /\/results$/)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/results', textContent: 'to the results' })
    document.querySelector('main')?.append(link)
  })
  const link = page.getByText('to the results')
  await link.scrollIntoViewIfNeeded()
  await expect(page.locator('html[data-ready]:not([data-top-first])')).toBeAttached()
  const scrollPosition = await scrollOffset(page)
  expect(scrollPosition).toBeGreaterThan(300)
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.skeleton-tile')).toHaveCount(12)
  expect(await scrollOffset(page)).toBe(0)
  await release()
  await expect(page).toHaveURL('/results')
  await page.goBack()
  await expect(link).toBeFocused()
  await expect.poll(async () => Math.abs((await scrollOffset(page)) - scrollPosition)).toBeLessThan(2)
})

test('going back several times before the page is idle restores its scroll position each time', async ({ page }) => {
  await page.addInitScript(() => {
    const waiting: (() => void)[] = []
    const idle = window.requestIdleCallback.bind(window)
    let isBusy = false
    Object.assign(window, {
      requestIdleCallback: (callback: () => void) => (isBusy ? waiting.push(callback) : idle(callback)),
      beBusy: () => (isBusy = true),
      beIdle: () => {
        isBusy = false
        waiting.splice(0).forEach((callback) => callback())
      },
    })
  })
  await page.goto('/jobs')
  await hydrated(page)
  const last = cards(page).last().getByRole('link')
  await last.scrollIntoViewIfNeeded()
  const place = () => page.evaluate(() => [scrollY, document.documentElement.scrollHeight])
  const before = await place()
  await page.evaluate('beBusy()')
  for (let time = 0; time < 3; time += 1) {
    await last.evaluate((followed: HTMLElement) => followed.click())
    await expect(page).toHaveURL(/\/jobs\/[a-z0-9-]+$/)
    await page.goBack()
    await expect(last).toBeAttached()
    await settled(page)
    expect(await place()).toEqual(before)
  }
  await expect(laterParts(page)).not.toHaveCount(0)
  const places = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const seen = []
    ;(window as unknown as { beIdle: () => void }).beIdle()
    while (document.querySelector('main:not([aria-hidden]) [style*="content-visibility"]')) {
      await frame()
      seen.push([scrollY, document.documentElement.scrollHeight])
    }
    return seen
  })
  expect(places).not.toEqual([])
  for (const one of places) expect(one).toEqual(before)
})

for (const name of ['the home page', 'a list', 'a notice']) {
  test(`going back to ${name} shows what was on screen at the same height @both`, async ({ page }) => {
    const isLaidOut = async () => {
      await expect(page.locator('html[data-ready]:not([data-top-first])')).toBeAttached()
      await expect(laterParts(page)).toHaveCount(0)
    }
    await page.goto(name === 'the home page' ? '/' : '/jobs')
    if (name === 'a notice')
      await page.goto((await cards(page).first().getByRole('link').first().getAttribute('href')) ?? '')
    await isLaidOut()
    await expect(page.locator('main button.star').first()).toBeAttached()
    const links = page.locator('main a[href^="/"]:not([href*="?"], [href*="."], [href*="#"]):visible')
    const link = links.nth(Math.floor((await links.count()) * 0.7))
    const href = (await link.getAttribute('href')) ?? ''
    await link.scrollIntoViewIfNeeded()
    const heights = () =>
      page.evaluate((address) => {
        const links = [...document.querySelectorAll(`main a[href="${address}"]`)]
        const top = links.find((found) => found.checkVisibility())?.getBoundingClientRect().top ?? 0
        return { link: top, page: document.documentElement.scrollHeight }
      }, href)
    // Parts that start when the page is idle may move what is below them. This one is the last.
    await expect(page.locator('.banners')).toBeAttached()
    await settled(page)
    const before = await heights()
    // Without the pointer, for which the page would be scrolled once more.
    await link.evaluate((followed: HTMLElement) => followed.click())
    await expect(page).toHaveURL(new RegExp(`${href}$`))
    await page.goBack()
    await expect(page.locator(`main a[href="${href}"]`).first()).toBeAttached()
    const atOnce = await heights()
    await isLaidOut()
    for (const after of [atOnce, await heights()]) {
      expect(Math.abs(after.link - before.link)).toBeLessThan(1.5)
      expect(Math.abs(after.page - before.page)).toBeLessThan(1.5)
    }
  })
}
