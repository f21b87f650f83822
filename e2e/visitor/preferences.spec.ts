import type { Page } from '@playwright/test'
import { expect, expectConsoleError, hydrated, test } from './browser-test.ts'

const JOB = '/jobs/upsc-cds-i-2027-online-form'

test('pages have no animations with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of ['/', '/jobs', JOB]) {
    await page.goto(path)
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => {
          const { animationName, animationDuration, transitionDuration } = getComputedStyle(element)
          const seconds = [animationName === 'none' ? '0s' : animationDuration, transitionDuration].map(parseFloat)
          return seconds.some((duration) => duration > 0.01)
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    )
    expect(moving, path).toEqual([])
  }
})

test('badges, buttons and choices are visible with forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(JOB)
  await hydrated(page)
  const card = page.getByRole('complementary', { name: 'At a glance' })
  const [chosen, other] = await card
    .locator('.category')
    .evaluateAll((all) => all.map((element) => getComputedStyle(element).borderBottomWidth))
  expect(chosen, 'the chosen category differs by more than colour').not.toBe(other)
  await page.goto('/search?q=ssc')
  const [all, jobs] = await page
    .getByRole('group', { name: 'Category' })
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor))
  expect(all, 'the chosen category of the search').not.toBe(jobs)
  await page.goto('/jobs')
  await expect(page.locator('.badge').first()).not.toHaveCSS('border-top-style', 'none')
})

test('a printed notice contains only the notice, with all its texts, in black on white', async ({ page }) => {
  await page.goto(JOB)
  await page.emulateMedia({ media: 'print' })
  for (const part of ['banner', 'contentinfo'] as const) await expect(page.getByRole(part)).toBeHidden()
  await expect(page.getByRole('link', { name: /WhatsApp/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Indian Naval Academy, Ezhimala').first()).toBeVisible()
  await expect(page.getByText('11:59 PM Indian time').first()).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.getByRole('link', { name: 'Am I eligible?' })).toBeHidden()
  const fees = await page.locator('.category-fee label').evaluateAll((labels) =>
    labels.map((label) =>
      ['.category', '.amount'].map((part) => {
        const text = document.createRange()
        text.selectNodeContents(label.querySelector(part) ?? label)
        return Math.round(text.getBoundingClientRect().left)
      }),
    ),
  )
  expect(fees.length).toBeGreaterThan(1)
  for (const [category, amount] of fees) expect(amount, 'the amount is below its category').toBe(category)
})

/** @returns how many pages a document has on paper of a size that turns the layout of phones on */
async function printedPages(page: Page): Promise<number> {
  const file = await page.pdf({ format: 'Letter', margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' } })
  return file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

test('on a laptop what phones lay out after the first frame is printed, also when the scripts are lost @laptop', async ({
  page,
  consoleErrors,
}) => {
  expectConsoleError(consoleErrors, /ERR_FAILED/)
  await page.route(/\.js$/, (route) => route.abort())
  await page.goto('/')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-top-first')
  await page.waitForFunction(() => document.querySelector<HTMLLinkElement>('link[media="print"]')?.sheet)
  const pages = await printedPages(page)
  await root.evaluate((element) => element.removeAttribute('data-top-first'))
  expect(pages).toBe(await printedPages(page))
})

test('an open dialog is not printed over its notice', async ({ page }) => {
  await page.goto(JOB)
  await hydrated(page)
  await page.getByRole('button', { name: 'More ways' }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('dialog[open]')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the stage of a printed recruitment is dark on white', async ({ page }) => {
  await page.goto('/recruitments/upsc-cds-1-2027')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('You are here')).toHaveCSS('color', 'rgb(51, 51, 51)')
})

test('what is longer than a page is printed without grids, which Firefox does not break, and totals end their table', async ({
  page,
}) => {
  const print = async (path: string) => {
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
  }
  await print('/')
  await expect(page.locator('.home-board')).toHaveCSS('display', 'block')
  for (const path of [JOB, '/recruitments/upsc-cds-1-2027']) {
    await print(path)
    for (const part of ['.notice-page', '.notice-columns', '.notice-body'])
      await expect(page.locator(part)).toHaveCSS('display', 'block')
  }
  await print(JOB)
  await expect(page.locator('tfoot').first(), 'browsers repeat a footer on every page').toHaveCSS(
    'display',
    'table-row-group',
  )
})

test('printed results of a search say of which kind they are, without the buttons for others', async ({ page }) => {
  await page.goto('/search?q=ssc&category=jobs')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.count-line')).toContainText('in Latest Jobs')
  await expect(page.locator('.result-card').first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'Category' })).toBeHidden()
})

test('a printed calendar begins on the first page, with its days alone, and breaks no day', async ({ page }) => {
  await page.goto('/calendar')
  await page.emulateMedia({ media: 'print' })
  const [week, day] = [page.locator('.days tbody tr').first(), page.locator('.days td.has').first()]
  // The style sheet for print comes last.
  await expect(day).toHaveCSS('break-inside', 'avoid')
  await expect(week).toHaveCSS('break-inside', 'auto')
  await expect(day).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Calendar' })).toBeHidden()
  await expect(page.getByLabel('Qualification')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Subscribe' })).toBeHidden()
})

test('nothing overflows at any window width', async ({ page }) => {
  for (const path of [
    '/',
    '/jobs',
    '/documents',
    '/results?search=zzz',
    JOB,
    '/recruitments/ssc-cgl-2026',
    '/contact',
    '/privacy',
    '/disclaimer',
    '/notifications',
    '/am-i-eligible',
    '/age-calculator',
    '/offline',
    '/search',
    '/search?q=ssc',
    `/search?q=${'x'.repeat(200)}`,
  ]) {
    await page.goto(path)
    for (const width of [320, 360, 640, 768, 1280]) {
      await page.setViewportSize({ width, height: 700 })
      const wide = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }))
      expect(wide.page, `${path} at ${width}`).toBeLessThanOrEqual(wide.window)
    }
  }
})
