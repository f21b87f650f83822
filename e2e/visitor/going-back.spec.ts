import type { Page } from '@playwright/test'
import { expect, hydrated, isPhone, test } from './journey.ts'

const cards = (page: Page) => page.getByRole('main').locator('.notice-card')
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

test('home: text, rows and unfolded rows of the sections are there again @both', async ({ page, viewport }) => {
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

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/sections/')) asked.push(new URL(request.url()).search)
  })
  await section.getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/results\//)
  await page.goBack()
  await expect(box).toHaveValue('rrb')
  expect(await section.getByRole('listitem').allInnerTexts()).toEqual(rows)
  await expect(jobs.getByRole('listitem').filter({ visible: true })).toHaveCount(25)

  await jobs.getByRole('searchbox').fill('bank')
  const own = [expect.stringContaining('bank')]
  await expect.poll(() => asked, 'only the new text is asked for, and nothing again').toEqual(own)

  await box.fill('')
  await expect(section.getByRole('listitem').first()).not.toContainText(/rrb/i)
})

test('a list finds its text, its further pages and its place again', async ({ page }) => {
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
  const place = await scrolled(page)
  expect(place).toBeGreaterThan(300)

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
  expect(Math.abs((await scrolled(page)) - place)).toBeLessThan(2)

  await box.fill('')
  await expect(cards(page)).toHaveCount(25)
  await expect(page.getByRole('link', { name: 'Show more' })).toBeVisible()
})

test('a list that keeps its text in the address finds its further pages again', async ({ page }) => {
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
  await cards(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/jobs\/[a-z0-9-]+$/)
  await page.goBack()
  await expect(page).toHaveURL('/jobs?search=railway')
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('railway')
})

test('the way back may lead over other documents', async ({ page }) => {
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
  await expect(box, 'loading anew starts anew').toHaveValue('')
  await expect(cards(page)).toHaveCount(25)
})
