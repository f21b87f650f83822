import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { expect, hydrated, settled, test } from './browser-test.ts'
import { observeShifts, sumOfShifts } from './layout.ts'
import { card, JOB, openSaved, openWithStars, saveJob, star, TITLE } from './saved.ts'

test('every row of lists, home page, search and recruitment has a star, and nothing moves when they appear', async ({
  page,
}) => {
  await observeShifts(page)
  for (const [path, rows] of [
    ...CONTENT_KINDS.map(({ listPath }) => [listPath, '.notice-card'] as const),
    ['/', '.notice-row'],
    ['/search?q=ssc', '.result-card'],
    ['/recruitments/ssc-cgl-2026', '.stages p:has(> a)'],
  ] as const) {
    await openWithStars(page, path)
    const count = await page.locator(rows).count()
    expect(count, path).toBeGreaterThan(1)
    await expect(page.locator(`${rows} > .star`), path).toHaveCount(count)
    expect(await sumOfShifts(page), path).toBeLessThan(0.01)
  }
})

test('a star is a target of 44 pixels beside the link of its row', async ({ page }) => {
  for (const path of ['/jobs', '/', '/search?q=ssc']) {
    await openWithStars(page, path)
    const first = page.locator('main .star').first()
    const box = await first.boundingBox()
    expect([box?.width, box?.height], path).toEqual([44, 44])
    expect(await first.evaluate((button) => button.closest('a')), path).toBeNull()
    // The same notice may be the first one on several pages.
    const wasSaved = await first.getAttribute('aria-pressed')
    await first.click()
    await expect(first).toHaveAttribute('aria-pressed', wasSaved === 'true' ? 'false' : 'true')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path)
  }
})

for (const path of ['/jobs', '/', '/search?q=ssc'])
  test(`the outline of a focused star covers no badge and does not leave the window: ${path}`, async ({ page }) => {
    await openWithStars(page, path)
    await page.keyboard.press('Tab')
    const rows = await page.locator('main .star').evaluateAll((stars) =>
      stars.flatMap((button) => {
        const badge = button.parentElement?.querySelector('.badge')
        if (!(button instanceof HTMLElement) || !badge?.checkVisibility()) return []
        button.focus()
        const { outlineWidth, outlineOffset } = getComputedStyle(button)
        const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
        const outline = button.getBoundingClientRect()
        const { right, top, bottom } = badge.getBoundingClientRect()
        const isBeside = top < outline.bottom + reach && bottom > outline.top - reach
        return [
          {
            width: Number.parseFloat(outlineWidth),
            covered: isBeside ? Math.max(0, right - outline.left + reach) : 0,
            cut: Math.max(0, outline.right + reach - innerWidth),
          },
        ]
      }),
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) expect.soft(row).toEqual({ width: 3, covered: 0, cut: 0 })
  })

test('a tapped star answers at once, stays after a reload, and leads to the saved notice', async ({ page }) => {
  await openWithStars(page, '/jobs')
  await expect(star(page)).toHaveAttribute('aria-pressed', 'false')
  await star(page).click()
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.reload()
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
  await page.goto(JOB)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/search?q=upsc+cds')
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
  await star(page).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
  await openSaved(page)
  await expect(card(page).getByRole('link', { name: TITLE })).toHaveAttribute('href', JOB)
})

test('a star that is tapped twice loses neither the note nor the application of its notice', async ({ page }) => {
  await saveJob(page)
  await card(page).getByLabel('Note').fill('Photo in blue')
  await card(page).getByRole('checkbox').check()
  await card(page).getByLabel('Application number').fill('REG-4711')
  await openWithStars(page, '/jobs')
  await star(page).click()
  await expect(star(page)).toHaveAttribute('aria-pressed', 'false')
  await star(page).click()
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
  await openSaved(page)
  await expect(card(page).getByLabel('Note')).toHaveValue('Photo in blue')
  await expect(card(page).getByLabel('Application number')).toHaveValue('REG-4711')
})

test('a saved notice has the icon of its badge, which the stored page of an earlier version needs offline', async ({
  page,
}) => {
  const badge = () =>
    page.evaluate(() => {
      const [entry = ''] = Object.entries(localStorage).flatMap(([key, text]) =>
        key.startsWith('saved_notice ') ? text : [],
      )
      return (JSON.parse(entry) as { state: { badge: unknown } }).state.badge
    })
  await openWithStars(page, '/jobs')
  await page.locator('.notice-card:has(.badge) .star').first().click()
  expect(await badge()).toEqual({
    label: expect.anything(),
    look: expect.anything(),
    icon: expect.stringMatching(/^[a-z-]+$/),
  })
  await openSaved(page)
  expect(await badge()).toMatchObject({ icon: expect.stringMatching(/^[a-z-]+$/) })
})

test('a notice saved on the page of its recruitment is the same in lists', async ({ page }) => {
  await openWithStars(page, '/recruitments/upsc-cds-1-2027')
  const link = page.locator('.stages a[href^="/jobs/"]').first()
  const title = await link.innerText()
  await star(page, title).click()
  await openSaved(page)
  await expect(card(page, title)).toHaveCount(1)
  await openWithStars(page, '/jobs')
  await expect(star(page, title)).toHaveAttribute('aria-pressed', 'true')
  await openWithStars(page, '/recruitments/upsc-cds-1-2027')
  await expect(star(page, title)).toHaveAttribute('aria-pressed', 'true')
})

test('a star is used by keyboard, and other tabs follow', async ({ page, context }) => {
  const other = await context.newPage()
  await openWithStars(other, '/jobs')
  await openWithStars(page, '/jobs')
  await star(page).focus()
  await page.keyboard.press('Space')
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(star(page)).toBeFocused()
  await expect(star(other)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(star(other)).toHaveAttribute('aria-pressed', 'false')
})

test('rows that a search and a further page bring have stars, and a live update leaves the focus on a star', async ({
  page,
}) => {
  await openWithStars(page, '/jobs')
  await page.locator('a[data-more]').click()
  await expect(page.locator('.notice-card')).toHaveCount(39)
  await expect(page.locator('.notice-card:not(:has(> .star))')).toHaveCount(0)
  await star(page).focus()
  const updated = page.waitForResponse((response) => new URL(response.url()).pathname === '/jobs')
  await page.evaluate(() => setTimeout(() => dispatchEvent(new Event('focus')), 200))
  await updated
  await settled(page)
  await expect(star(page)).toBeFocused()
  expect(await page.locator('.notice-card > .star').count()).toBe(await page.locator('.notice-card').count())
  await page.getByRole('main').getByRole('searchbox').fill('railway')
  await expect(page.locator('#list-status')).toContainText('for "railway"')
  await expect(page.locator('.notice-card:not(:has(> .star))')).toHaveCount(0)
})

test('a browser without storage says so, and so does one whose storage is full', async ({ page, context }) => {
  await openWithStars(page, '/jobs')
  await page.evaluate(() => {
    for (let length = 5_000_000; length >= 1; length = Math.floor(length / 2)) {
      for (let number = 0; number < 12; number++) {
        try {
          localStorage.setItem(`filler ${length} ${number}`, 'x'.repeat(length))
        } catch {
          break
        }
      }
    }
  })
  await star(page).click()
  await expect(page.getByRole('alert')).toContainText('The storage of this browser is full')
  await expect(star(page)).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alert')).toBeEmpty()

  const denied = await context.newPage()
  await denied.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await openWithStars(denied, '/jobs')
  await star(denied).click()
  await expect(denied.getByRole('alert')).toContainText('does not let the site store anything')
  await denied.goto('/saved')
  await expect(denied.getByText('does not let the site read its storage')).toBeVisible()
})

test('in a browser without what came after Chrome 106, the last one for Android 6, notices are saved and shown', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const [type, names] of [
      [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
      [Set.prototype, ['union', 'difference', 'intersection']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [AbortSignal, ['any']],
      [URL, ['canParse', 'parse']],
    ] as const)
      for (const name of names) Reflect.deleteProperty(type, name)
  })
  await openWithStars(page, '/jobs')
  await star(page).click()
  await expect(page.locator('.banners'), 'all later parts have started').toBeAttached()
  await openSaved(page)
  await expect(card(page)).toContainText('Last date to apply')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('rows reserve nothing for stars without JavaScript, and the page of saved notices explains itself', async ({
    page,
  }) => {
    await page.goto('/jobs')
    await expect(page.locator('.notice-card').first()).toHaveCSS('padding-right', '0px')
    await page.goto('/saved')
    await expect(page.getByText('Saving notices needs JavaScript')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Where they are stored' })).toBeVisible()
  })
})

test('saved notices are linked in the menu and in the footer', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Saved notices' })).toHaveAttribute(
    'href',
    '/saved',
  )
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Saved notices' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Saved notices' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Nothing is saved yet' })).toBeVisible()
})
