import type { Page } from '@playwright/test'
import { ADMIN_TABS, tabOfTable, tabPath } from '#domain/admin/tabs.ts'
import { expectAccessibleLayout, expectNoViolationsAtBothSizes } from '#e2e/accessibility/axe.ts'
import { expectConsoleError, hold, isPhone } from '#e2e/visitor/browser-test.ts'
import { overflowing, overlapping } from '#e2e/visitor/layout.ts'
import { COLUMNS } from './tab-columns.ts'
import { expect, openTab, respondWithError, switchTab, test } from './admin-test.ts'

// Without animations, so that axe does not measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Loads only a few rows: axe would take a minute for fifty. */
async function limitRows(page: Page): Promise<void> {
  await page.route(/\/rest\/v1\/\w+\?.*limit=51/, (route) =>
    route.continue({ url: route.request().url().replace('limit=51', 'limit=8') }),
  )
}

test('no tab has axe violations or scrolls horizontally, on a laptop and a phone', async ({ page }) => {
  await limitRows(page)
  await openTab(page, tabPath(tabOfTable('jobs')))
  for (const tab of ADMIN_TABS)
    await test.step(tab.label, async () => {
      await switchTab(page, tab)
      // All columns include the simplified ones, and a phone shows both views the same way.
      await page.getByRole('button', { name: 'View All' }).click()
      await expect(page).toHaveURL(`${tabPath(tab)}?view=all`)
      await expect(page.locator('.data-table')).toHaveAttribute('aria-busy', 'false')
      await expectNoViolationsAtBothSizes(page, tab.label)
    })
})

test('pages without a table have Refresh at the end of their head', async ({ page }) => {
  /** Pixels between the button and the right edge of the head, without its padding. */
  const gap = () =>
    page.locator('.page-bar').evaluate((bar) => {
      const button = bar.querySelector('.refresh')?.getBoundingClientRect().right ?? 0
      return Math.round(
        bar.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(bar).paddingRight) - button,
      )
    })
  for (const path of ['/admin/bin', '/admin/staff', '/admin/activity']) {
    await page.goto(path)
    await expect.poll(gap, path).toBe(0)
  }
})

test('dialogs, toasts, errors and empty tables have no axe violations @both', async ({
  page,
  add,
  mark,
  consoleErrors,
}) => {
  await add('jobs', { title: `A ${mark}` }, { title: `B ${mark}` })
  await openTab(page, `/admin/jobs?text=${mark}`)
  await page.getByLabel(`Select A ${mark}`).check()
  await page.locator('.data-table tbody tr').nth(1).focus()
  await expectAccessibleLayout(page, 'a selection')
  await page.getByRole('button', { name: `Delete A ${mark}` }).click()
  await expectAccessibleLayout(page, 'the confirmation')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Post date of A ${mark}` }).click()
  await page.getByLabel('Enter new post date (YYYY-MM-DD)').fill('never')
  await page.keyboard.press('Enter')
  await expectAccessibleLayout(page, 'the post date')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Quick Link A ${mark}` }).click()
  await expect(page.getByText('Quick Link turned on')).toBeVisible()
  await expectAccessibleLayout(page, 'a toast')
  await respondWithError(page, {
    method: 'PATCH',
    path: /rest\/v1\/jobs/,
    message: 'a reason that is so long that it has to be broken into several lines on a phone',
  })
  await page.getByRole('button', { name: `Quick Link A ${mark}` }).click()
  await expect(page.getByText('Failed to update')).toBeVisible()
  await expectAccessibleLayout(page, 'a failure')
  await openTab(page, '/admin/jobs?text=nothing-has-this')
  await expectAccessibleLayout(page, 'an empty table')
  await page.goto('/admin/nothing')
  await expectAccessibleLayout(page, 'no such page')
  expectConsoleError(consoleErrors, /status of 40[04]/)
})

// Each run has one size, because there is no time for two: the check of the session ends after five seconds.
test('the session check and the loading state have no axe violations @both', async ({ page }) => {
  await page.route('**/rest/v1/jobs*', () => new Promise(() => undefined))
  const release = await hold(page, /rpc\/staff_access/)
  await page.goto('/admin/jobs')
  await expect(page.getByRole('heading', { name: 'Loading...' })).toBeVisible()
  await expectAccessibleLayout(page, 'checking')
  await release()
  await expect(page.locator('.placeholder').first()).toBeAttached()
  await expectAccessibleLayout(page, 'loading')
})

test.describe('signed out', () => {
  test.use({ isSignedIn: false })
  test('the sign-in page has no axe violations', async ({ page }) => {
    await page.goto('/admin')
    await expect(page.getByRole('alert')).toHaveText('Please login as admin to access this page.')
    await expectNoViolationsAtBothSizes(page, 'sign-in')
  })
})

test('neither view of a table overflows at any window width', async ({ page }) => {
  const expectFit = async (what: string) => {
    for (const width of [320, 600, 768, 900, 1024]) {
      await page.setViewportSize({ width, height: 700 })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `${what} at ${width} pixels`).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  await openTab(page, '/admin/jobs')
  await expectFit('the simplified view')
  await page.getByRole('button', { name: 'View All' }).click()
  await expect(page.locator('.data-table tbody tr').first().locator('[data-label]')).toHaveCount(COLUMNS.jobs.all)
  await expectFit('the full view')
  await switchTab(page, tabOfTable('organizations'))
  await expectFit('organizations')
})

test('nothing of the admin overlaps or overflows on a small phone, or with 200 % text', async ({ page }) => {
  const paths = ['push-notifications', 'staff', 'activity', 'bin', 'search-words']
  await limitRows(page)
  await openTab(page, tabPath(tabOfTable('jobs')))
  const expectSpace = async (what: string) => {
    for (const [width, rootSize] of [
      [360, ''],
      [320, ''],
      [320, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), rootSize)
      expect.soft(await overflowing(page), `${what} at ${width} pixels ${rootSize}`).toEqual([])
      expect.soft(await overlapping(page), `${what} at ${width} pixels ${rootSize}`).toEqual([])
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  for (const tab of ADMIN_TABS) {
    await switchTab(page, tab)
    await expectSpace(tab.label)
  }
  for (const path of paths) {
    await page.goto(`/admin/${path}`)
    await expect(page.locator('main h1')).toBeVisible()
    await expectSpace(path)
  }
})

test('targets of the tables are at least 36 pixels high on a phone @phone', async ({ page, viewport }) => {
  expect(isPhone(viewport)).toBe(true)
  await openTab(page, '/admin/jobs')
  const small = await page.locator('main :is(a, button, select, input)').evaluateAll((all) =>
    all
      .filter((element) => element.getClientRects().length > 0)
      .filter((element) => {
        const { height } = (element.closest('label') ?? element).getBoundingClientRect()
        const reach = Number.parseFloat(getComputedStyle(element, '::before').height) || 0
        return Math.max(height, reach) < 36
      })
      .map((element) => element.outerHTML.slice(0, 90)),
  )
  expect(small).toEqual([])
})

test('the current tab is scrolled into view @phone', async ({ page }) => {
  await openTab(page, '/admin/recruitments')
  const tab = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Recruitments' })
  await expect(tab).toHaveText(/\d$/)
  await expect(tab).toBeInViewport({ ratio: 1 })
})

test('the theme can be switched, and is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openTab(page, '/admin/jobs')
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.goto('/admin/results')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
