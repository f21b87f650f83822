import type { Clock, Locator, Page } from '@playwright/test'
import { hideServerTime } from '#e2e/clocks.ts'
import { expect, expectConsoleError, hydrated, test } from './browser-test.ts'

const notice = '/jobs/upsc-cds-i-2027-online-form'

/** Opens the notice at a time, and waits for what starts late. @returns its answer card, which says that it closes tomorrow */
async function openOn(page: Page, clock: Clock, time: string): Promise<Locator> {
  await hideServerTime(page)
  await clock.install({ time })
  await page.goto(notice)
  await hydrated(page)
  await clock.runFor(30_000)
  await expect(page.locator('.banners')).toBeAttached()
  const answerCard = page.getByRole('main').locator('#notice')
  await answerCard.evaluate((shown) => shown.append('Closes tomorrow at 11:59 PM'))
  return answerCard
}

test('a notice of an earlier build is loaded again after midnight in India, unless one is typing @laptop', async ({
  page,
  clock,
}) => {
  const answerCard = await openOn(page, clock, '2026-12-01T23:59:00+05:30')
  await page.route(notice, async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: (await response.text()).replace(/ data-build="[^"]*"/, ' data-build="newer"'),
    })
  })
  await page.getByRole('combobox').fill('up')
  const logged = page.waitForEvent('console', (message) => message.text().includes('The visitor is typing'))
  await clock.fastForward(90_000)
  await logged
  await expect(answerCard).toContainText('Closes tomorrow at 11:59 PM')
  await page.getByRole('combobox').blur()
  await expect(async () => {
    await clock.fastForward(60_000)
    await expect(page.locator('html[data-build=newer]')).toBeAttached({ timeout: 1_000 })
  }).toPass()
  await expect(answerCard).not.toContainText('Closes tomorrow at 11:59 PM')
})

test('a page that one goes back to after midnight in India is fetched until the server sends it @laptop', async ({
  page,
  clock,
  consoleErrors,
}) => {
  expectConsoleError(consoleErrors, /status of 503/)
  const answerCard = await openOn(page, clock, '2026-12-01T23:57:00+05:30')
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/results' })
    document.querySelector('main')?.append(link)
    link.click()
  })
  await expect(page).toHaveURL('/results')
  const refreshed = page.waitForResponse('/results')
  await clock.fastForward(300_000)
  await refreshed
  let failures = 0
  await page.route(notice, (route) => {
    failures += 1
    return failures < 2 ? route.fulfill({ status: 503, body: 'away' }) : route.fallback()
  })
  const failed = page.waitForResponse((response) => response.status() === 503)
  await page.goBack()
  await expect(answerCard).toContainText('Closes tomorrow at 11:59 PM')
  // The time below would end a request that is in flight.
  await (await failed).finished()
  await expect(async () => {
    await clock.fastForward(60_000)
    await expect(answerCard).not.toContainText('Closes tomorrow at 11:59 PM', { timeout: 1_000 })
  }).toPass()
})
