import { expect, test, type Page } from '@playwright/test'
import { CONTENT_KINDS } from '#domain/content/registry.ts'

test.use({ javaScriptEnabled: false })

const JOB = '/jobs/upsc-cds-i-2027-online-form'

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page) => main(page).locator('.notice-card')

test.describe('home page without JavaScript', () => {
  test('without JavaScript the home page has every section with its rows, and links to notices and lists', async ({
    page,
  }) => {
    await page.goto('/')
    for (const name of ['Results', 'Latest Jobs', 'Admit Cards', 'Answer Key', 'Documents', 'Admission']) {
      const section = page.getByRole('region', { name, exact: true })
      expect(await section.locator('.notice-row').count(), name).toBeGreaterThan(5)
    }
    const jobs = page.getByRole('region', { name: 'Latest Jobs', exact: true })
    await expect(jobs.getByRole('listitem').filter({ visible: true })).toHaveCount(8)
    await jobs.getByText('Show all 25').click()
    await expect(jobs.getByRole('listitem').filter({ visible: true })).toHaveCount(25)
    await jobs.getByRole('link', { name: /^View More/ }).click()
    await expect(page).toHaveURL('/jobs')
    await expect(rows(page)).toHaveCount(25)
  })

  test('without JavaScript the search of a section leads to its list', async ({ page }) => {
    await page.goto('/')
    const box = page.getByRole('region', { name: 'Results', exact: true }).getByRole('searchbox')
    await box.fill('rrb')
    await box.press('Enter')
    await expect(page).toHaveURL('/results?search=rrb')
    await expect(main(page).getByRole('status')).toHaveText(/for "rrb"$/)
    expect(await rows(page).count()).toBeGreaterThan(0)
    for (const text of await rows(page).allTextContents()) expect(text.toLowerCase()).toContain('rrb')
  })
})

test('without JavaScript a printed notice contains only the notice', async ({ page }) => {
  await page.goto(JOB)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
})

for (const { listPath } of CONTENT_KINDS) {
  test(`without JavaScript ${listPath} can be searched and links to notices`, async ({ page }) => {
    await page.goto(listPath)
    await expect(rows(page).first()).toBeVisible()
    const title = await rows(page).first().getByRole('link').innerText()
    const box = main(page).getByRole('searchbox')
    await box.fill(title)
    await box.press('Enter')
    expect(new URL(page.url()).searchParams.get('search')).toBe(title)
    await expect(rows(page).first()).toContainText(title)
    await expect(box).toHaveValue(title)

    await box.fill('zzz nothing like it')
    await box.press('Enter')
    await expect(main(page).getByText('match "zzz nothing like it"')).toBeVisible()
    await main(page).getByRole('link', { name: 'Clear search' }).click()
    await expect(page).toHaveURL(listPath)
    // Some documents link to another site.
    const inside = rows(page).locator('a[href^="/"]').first()
    const name = await inside.innerText()
    await inside.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  })
}

test('without JavaScript a list has further pages with each row once', async ({ page }) => {
  await page.goto('/jobs')
  const links = () =>
    rows(page)
      .locator('a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  const first = await links()
  await main(page).getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL(/\/jobs\?after=/)
  await expect(rows(page)).toHaveCount(14)
  const all = [...first, ...(await links())]
  expect(new Set(all).size).toBe(39)
  await expect(main(page).getByRole('link', { name: 'Show more' })).toHaveCount(0)
  await expect(main(page).getByRole('status')).toHaveText('14 more jobs')
  await main(page).getByRole('link', { name: 'Back to the first page' }).click()
  await expect(page).toHaveURL('/jobs')
  expect(await links()).toEqual(first)
})

test.describe('site search without JavaScript', () => {
  test('without JavaScript the site search counts, pages and filters by category', async ({ page }) => {
    await page.goto('/contact')
    await page.getByRole('combobox', { name: 'Search the whole site' }).fill('2026')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL('/search?q=2026')
    const line = main(page).getByRole('status')
    await expect(line).toHaveText(/^\d+ results for "2026"$/)
    const results = main(page).locator('.result-card')
    const first = await results.first().innerText()
    await main(page).getByRole('link', { name: 'Show more' }).click()
    await expect(page).toHaveURL('/search?q=2026&from=100')
    await expect(results.first()).not.toHaveText(first, { useInnerText: true })
    await main(page).getByRole('link', { name: 'Back to the first page' }).click()
    await expect(page).toHaveURL('/search?q=2026')
    await expect(results.first()).toHaveText(first, { useInnerText: true })
    await page.getByRole('button', { name: /^Results \d/ }).click()
    await expect(page).toHaveURL('/search?q=2026&category=results')
    await expect(line).toHaveText(/^\d+ results for "2026" in Results$/)
    await results.first().getByRole('link').click()
    await expect(page).toHaveURL(/\/results\/[a-z0-9-]+$/)
  })

  test('without JavaScript the site search shows advice for no results and for too short a text', async ({ page }) => {
    await page.goto('/search?q=zzz+nothing')
    await expect(main(page).getByRole('heading', { name: 'No results found for "zzz nothing"' })).toBeVisible()
    await page.goto('/search?q=s')
    await expect(main(page).getByText('Type at least 2 characters')).toBeVisible()
    await main(page).getByRole('link', { name: 'Documents', exact: true }).click()
    await expect(page).toHaveURL('/documents')
  })
})

test.describe('notice without JavaScript', () => {
  test('without JavaScript a notice shows the fee of the selected category and unfolds its questions', async ({
    page,
  }) => {
    await page.goto(JOB)
    await expect(main(page).getByRole('heading', { name: 'Important dates' })).toBeVisible()
    const card = page.getByRole('complementary', { name: 'At a glance' })
    await expect(card.locator(':checked ~ .amount')).toHaveText('₹200')
    await card.getByText('SC/ST/EWS', { exact: true }).first().click()
    await expect(card.locator(':checked ~ .amount')).toHaveText('Free')
    const answers = main(page).locator('details > p')
    await expect(answers.nth(0), 'the first one is open').toBeVisible()
    await expect(answers.nth(1)).toBeHidden()
    await main(page).locator('details > summary').nth(1).click()
    await expect(answers.nth(1)).toBeVisible()
  })

  test('without JavaScript a notice is shared by links, without buttons that need a script', async ({ page }) => {
    await page.goto(JOB)
    await expect(main(page).getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('href', /wa\.me/)
    await expect(main(page).getByRole('link', { name: /Telegram/ })).toHaveAttribute('href', /t\.me\/share/)
    for (const name of ['Copy link', 'More ways']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  })

  test('without JavaScript a recruitment links to its notices', async ({ page }) => {
    await page.goto('/recruitments/upsc-cds-1-2027')
    await expect(main(page).getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await main(page).locator('.timeline').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/(jobs|admit-cards|results|answer-keys|syllabus|documents)\/[a-z0-9-]+$/)
  })
})

test.describe('navigation without JavaScript', () => {
  test('without JavaScript the phone menu opens, closes and links to every page', async ({ page }) => {
    await page.goto('/')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(menu).toBeVisible()
    for (const name of ['Latest Jobs', 'Results', 'Documents', 'Notifications', 'Contact', 'Privacy Policy']) {
      await expect(menu.getByRole('link', { name, exact: true }), name).toBeVisible()
    }
    await menu.getByRole('button', { name: 'Close menu' }).click()
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await menu.getByRole('link', { name: 'Syllabus' }).click()
    await expect(page).toHaveURL('/syllabus')
    await expect(menu).toBeHidden()
  })

  test('without JavaScript the More group of the bar opens and links @laptop', async ({ page }) => {
    await page.goto('/')
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar.getByRole('link', { name: 'Disclaimer' })).toBeHidden()
    await bar.getByText('More', { exact: true }).click()
    await bar.getByRole('link', { name: 'Disclaimer' }).click()
    await expect(page).toHaveURL('/disclaimer')
  })

  test('without JavaScript the menu marks the current page', async ({ page }) => {
    await page.goto('/results')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Results', exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(menu.locator('[aria-current]')).toHaveCount(1)
  })

  test('without JavaScript an unknown path shows the home page and a message', async ({ page }) => {
    const response = await page.goto('/index.php')
    expect(response?.status()).toBe(404)
    await expect(main(page).getByText('That page does not exist')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Results', exact: true })).toBeVisible()
  })

  test('without JavaScript an unknown slug shows the home page', async ({ page }) => {
    const response = await page.goto('/jobs/no-such-job')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('region', { name: 'Results', exact: true })).toBeVisible()
  })
})

test('without JavaScript the theme follows the system, and there is no theme button', async ({ page }) => {
  await page.goto('/')
  const background = () => main(page).evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await background()).not.toBe(light)
  await expect(page.getByRole('button', { name: /light and dark/i })).toHaveCount(0)
})

for (const path of ['/privacy', '/disclaimer', '/notifications', '/offline', '/newsletter']) {
  test(`without JavaScript ${path} can be read`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect((await main(page).innerText()).length).toBeGreaterThan(100)
  })
}

test('without JavaScript the page of notifications says that they are not possible, and waits for nothing', async ({
  page,
}) => {
  await page.goto('/notifications')
  const state = main(page).getByRole('region', { name: 'Notifications on this device' })
  await expect(state).toHaveText(/^Not possible without JavaScript\s*Notifications need JavaScript/, {
    useInnerText: true,
  })
  await expect(state.getByRole('button', { name: 'Turn on notifications' })).toBeDisabled()
  await expect(main(page).getByText('Looking at this browser...')).toBeHidden()
})

for (const [path, count] of [
  ['/am-i-eligible', 4],
  ['/age-calculator', 6],
] as const) {
  test(`without JavaScript ${path} says why it needs scripts, and takes no date of birth`, async ({ page }) => {
    await page.goto(path)
    await expect(main(page).getByText(/^This needs JavaScript, because .* must not leave your device/)).toBeVisible()
    const fields = await main(page).getByRole('textbox').all()
    expect(fields).toHaveLength(count)
    for (const field of fields) {
      await expect(field).toBeDisabled()
      await expect(field).not.toHaveAttribute('name')
    }
  })
}
