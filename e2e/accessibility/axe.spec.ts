import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { CALENDAR_PAGES, OTHER_PAGES } from '#e2e/pages.ts'
import { expect, holdRequests, hydrated, allowConsoleError, test } from '#e2e/visitor/browser-test.ts'
import { expectNoViolations, expectNoViolationsAtBothSizes, LAPTOP, PHONE, resize } from './axe.ts'

// Without animations, so that axe does not measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PAGES = [
  '/',
  ...CONTENT_KINDS.map(({ listPath }) => listPath),
  '/jobs?search=zzz',
  '/jobs/closing-soon',
  '/jobs?qualification=graduate&state=goa&unstated=1',
  '/jobs/upsc-cds-i-2027-online-form',
  '/jobs/indian-air-force-agniveervayu-intake-022027-online-form',
  '/jobs/railway-rrb-alp-assistant-loco-pilot-online-form-2026-last-date-extended',
  '/recruitments/ssc-cgl-2026',
  '/report/jobs/upsc-cds-i-2027-online-form',
  ...OTHER_PAGES,
  ...CALENDAR_PAGES,
  '/newsletter',
  '/saved',
  '/search?q=s',
  '/search?q=ssc',
  '/search?q=ssc&category=admit_cards',
  '/search?q=zzz+nothing',
]

/** Pages whose widest phone layout is looked at as well. */
const WIDEST = ['/', '/jobs', '/jobs/upsc-cds-i-2027-online-form']

for (const path of PAGES) {
  test(`axe finds no violations on ${path}`, async ({ page }) => {
    await page.goto(path)
    await hydrated(page)
    await expectNoViolationsAtBothSizes(page)
    if (!WIDEST.includes(path)) return
    await resize(page, { ...PHONE, viewport: { width: 768, height: 1024 } })
    await expectNoViolations(page, `${path} at the widest phone layout`)
  })
}

for (const kind of CONTENT_KINDS.filter(({ table }) => table !== 'jobs')) {
  test(`axe finds no violations on a detail page of ${kind.listPath}`, async ({ page }) => {
    await page.goto(kind.listPath)
    const href = await page.getByRole('main').locator(`a[href^="${kind.detailFolder}/"]`).first().getAttribute('href')
    await page.goto(href ?? '')
    await hydrated(page)
    await expectNoViolationsAtBothSizes(page)
  })
}

test('axe finds no violations in the open phone menu', async ({ page }) => {
  await resize(page, PHONE)
  await page.goto('/jobs')
  await hydrated(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectNoViolations(page)
})

test('axe finds no violations in the open More group', async ({ page }) => {
  await page.goto('/jobs')
  await hydrated(page)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByText('More', { exact: true }).click()
  await expect(nav.getByRole('link', { name: 'Contact' })).toBeVisible()
  await expectNoViolations(page)
})

test('axe finds no violations on the offline page, with and without saved pages', async ({ page }) => {
  await page.goto('/offline')
  await expectNoViolationsAtBothSizes(page)
  await page.evaluate(() => {
    document.querySelector('.saved-pages')!.innerHTML = '<li><a href="/jobs">Latest Jobs</a></li>'
  })
  await expectNoViolationsAtBothSizes(page)
})

for (const look of [PHONE, LAPTOP]) {
  test(`axe finds no violations in the install banner and the offline banner on ${look.name}`, async ({
    page,
    context,
    consoleErrors,
  }) => {
    await resize(page, look)
    await page.goto('/contact')
    await expect(page.locator('.banners')).toBeAttached()
    await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
    await expect(page.getByText('Install Suchana')).toBeVisible()
    await expectNoViolations(page)
    await context.setOffline(true)
    await expect(page.getByText("You're offline - Some features may be limited")).toBeVisible()
    await expectNoViolations(page)
    allowConsoleError(consoleErrors, /ERR_INTERNET_DISCONNECTED|WebSocket connection/)
  })

  test(`axe finds no violations in the search dropdown in any of its states on ${look.name}`, async ({ page }) => {
    // Only the header is checked: the dropdown covers the rest of the page.
    const check = (state: string) => expectNoViolations(page, state, 'header')
    await resize(page, look)
    await page.goto('/jobs')
    await hydrated(page)
    const field = page.getByRole('combobox')
    await field.click()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(8)
    await check('what is new')
    await field.fill('s')
    await expect(page.getByText('Type at least 2 characters')).toBeVisible()
    await check('too short')
    await field.fill('ssc')
    await expect(page.getByRole('group', { name: 'Results' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveCount(1)
    await check('results')
    await field.fill('zzz nothing')
    await expect(page.getByText('No results found for "zzz nothing"')).toBeVisible()
    await check('nothing found')
  })

  test(`axe finds no violations while a list loads and when it cannot be reached on ${look.name}`, async ({
    page,
    consoleErrors,
  }) => {
    await resize(page, look)
    await page.goto('/jobs')
    await hydrated(page)
    await page.route(/\/results$/, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
    const release = await holdRequests(page, /\/results$/)
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/results', textContent: 'onwards' })
      document.querySelector('main')?.prepend(link)
      link.click()
    })
    await expect(page.locator('.skeleton-tile')).toHaveCount(12)
    await expectNoViolations(page)
    await release()
    await expect(page.locator('.unreachable')).toBeVisible()
    await expectNoViolations(page)
    allowConsoleError(consoleErrors, /status of 502/)
  })
}
