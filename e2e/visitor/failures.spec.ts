import type { Page, Route } from '@playwright/test'
import { expect, forgive, hydrated, test } from './journey.ts'

async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate((address) => {
    const link = Object.assign(document.createElement('a'), { href: address, textContent: 'onwards' })
    document.querySelector('main')?.prepend(link)
    link.click()
  }, href)
}

/** Answers with rows that no page can draw. */
async function breakDates(route: Route): Promise<void> {
  const answer = await route.fetch()
  const body = (await answer.text()).replace(/\d{4}-\d\d-\d\dT[^"\\]*/g, 'never')
  await route.fulfill({ response: answer, body })
}

test('a page that breaks says so and offers two ways out', async ({ page, complaints }) => {
  await page.goto('/')
  await hydrated(page)
  await page.route('**/results.data*', breakDates)
  await follow(page, '/results')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.unroute('**/results.data*')
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByRole('main').locator('.notice-card').first()).toBeVisible()
  forgive(complaints, /Invalid time value/)
})

test('a part of the page that never arrives is given up after 120 seconds, with an offer to load again', async ({
  page,
  complaints,
}) => {
  await page.clock.install()
  await page.goto('/')
  await hydrated(page)
  await page.route('**/results.data*', () => new Promise(() => undefined))
  await follow(page, '/results')
  await expect(page.locator('.skeleton-tile')).toHaveCount(12)
  await page.clock.runFor(118_000)
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error' })).toBeHidden()
  await page.clock.runFor(3_000)
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load again' })).toBeVisible()
  forgive(complaints, /Loading chunk failed/)
})

test('a list that cannot be read is empty, without a word about it', async ({ page, complaints }) => {
  await page.goto('/jobs')
  await hydrated(page)
  await page.route('**/jobs.data*', (route) => route.fulfill({ status: 503, body: 'away' }))
  await page.getByRole('main').getByRole('searchbox').fill('railway')
  await page.waitForResponse('**/jobs.data*')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error' })).toBeHidden()
  // The browser itself reports the answer.
  forgive(complaints, /status of 503/)
})
