import { expect, hydrated, test } from './browser-test.ts'

test('a notice shows its official source and the date of its last update', async ({ page }) => {
  await page.goto('/jobs/upsc-cds-i-2027-online-form')
  await hydrated(page)
  const main = page.getByRole('main')
  const source = main.getByText('Official source:')
  await expect(source).toBeVisible()
  await expect(source.getByRole('link')).toHaveAttribute(
    'href',
    'https://www.upsc.gov.in/exams-related-info/exam-notification',
  )
  await expect(main.getByText(/^Last updated \d\d-\d\d-\d{4}/)).toBeVisible()
})

test('the page of a recruitment has a timeline in order that links to its notices', async ({ page }) => {
  await page.goto('/recruitments/upsc-cds-1-2027')
  await hydrated(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('UPSC Combined Defence Services (I) 2027')
  await expect(main.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(main.getByText('Not out yet').first()).toBeVisible()
  const days = await main
    .locator('.timeline time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  expect(days, 'three dates and today').toHaveLength(4)
  expect(days).toEqual(days.toSorted())

  await main.locator('.timeline').getByRole('link', { name: 'UPSC CDS (I) 2027 Online Form' }).first().click()
  await expect(page).toHaveURL('/jobs/upsc-cds-i-2027-online-form')
})

test('the page of a recruitment joins the dates of all its notices in one timeline', async ({ page }) => {
  await page.goto('/recruitments/ssc-cgl-2026')
  const timeline = page.getByRole('main').locator('.timeline')
  const titles = await timeline.locator('a[href^="/"]').allInnerTexts()
  expect(new Set(titles)).toEqual(
    new Set([
      'SSC CGL 2026 Online Form',
      'SSC CGL Syllabus 2026 & Exam Pattern (Tier I and Tier II)',
      'SSC CGL Tier I Admit Card 2026',
      'SSC CGL Tier I Answer Key 2026',
      'SSC CGL Tier I Result 2026',
      'SSC CGL Tier II Admit Card 2026 & Exam City',
    ]),
  )
  const days = await timeline
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  expect(days).toHaveLength(19)
  expect(days).toEqual(days.toSorted())
})

test('the page of a recruitment says where it is, what usually follows, and where each date is announced', async ({
  page,
}) => {
  await page.goto('/recruitments/ssc-cgl-2026')
  const main = page.getByRole('main')
  const here = main.locator('.stages [aria-current="step"]')
  await expect(here).toHaveCount(1)
  await expect(here.getByRole('heading')).toHaveText('Admit card You are here')
  await expect(main.locator('.stages h3').filter({ hasText: /^(Application|Exam)/ })).toHaveCount(2)
  const sources = main.locator('.timeline').getByRole('link', { name: /^Official notification/ })
  expect(await sources.count()).toBeGreaterThan(8)
  for (const source of await sources.all()) await expect(source).toHaveAttribute('rel', /noopener/)
  await expect(main.getByRole('heading', { name: 'Corrections' })).toHaveCount(0)
  const vacancies = main.getByRole('table', { name: 'SSC CGL 2026 Online Form' })
  await expect(vacancies.getByRole('row', { name: /^OBC/ })).toHaveText(/\d/)

  await expect(main.getByRole('heading', { name: 'Cut-offs of earlier stages' })).toBeVisible()
  const cutoffs = main.getByRole('table', { name: 'SSC CGL Tier I Result 2026' })
  await expect(cutoffs.getByRole('row').first()).toHaveText('General153.18979')
  await page.goto('/results/ssc-cgl-tier-i-result-2026')
  const ofResult = main.getByRole('table', { name: 'Lowest marks that were selected, by category' })
  await expect(ofResult.getByRole('row', { name: /^PwD/ })).toContainText('102.21')

  await page.goto('/recruitments/upsc-cds-1-2027')
  await expect(main.locator('.stages [aria-current="step"]')).toContainText('Application')
  await expect(main.locator('.stages')).toContainText('Usually out one to three months after the exam.')
})

test('an unknown recruitment shows the home page', async ({ page }) => {
  const response = await page.goto('/recruitments/unknown')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveURL('/')
})
