import { expect, hydrated, test } from './browser-test.ts'

test('a notice shows its official source and the date of its last update', async ({ page }) => {
  await page.goto('/jobs/upsc-cds-i-2027-online-form')
  await hydrated(page)
  const main = page.getByRole('main')
  await expect(main.getByText('Official source:')).toBeVisible()
  await expect(main.getByText(/^Last updated \d\d-\d\d-\d{4}/)).toBeVisible()
})

test('the page of a recruitment has a timeline in order that links to its notices', async ({ page, request }) => {
  const rows = await (await request.get('/')).text()
  expect(rows).toContain('/results/')
  await page.goto('/recruitments/upsc-cds-1-2027')
  await hydrated(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('UPSC Combined Defence Services (I) 2027')
  await expect(main.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(main.getByText('Not out yet').first()).toBeVisible()
  const days = await main
    .locator('.timeline time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  expect(days.length).toBeGreaterThan(2)
  expect(days).toEqual(days.toSorted())

  await main.locator('.timeline').getByRole('link', { name: 'UPSC CDS (I) 2027 Online Form' }).first().click()
  await expect(page).toHaveURL('/jobs/upsc-cds-i-2027-online-form')
})

test('an unknown recruitment shows the home page', async ({ page }) => {
  const response = await page.goto('/recruitments/unknown')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveURL('/')
})
