import { expect, expectConsoleError, hold, hydrated, test } from './browser-test.ts'
import { typeText, field, group, highlighted, open, options } from './search-box.ts'

test('search box: an older response does not replace a newer one', async ({ page }) => {
  await open(page)
  await field(page).click()
  await typeText(page, 'bank')
  const bank = await options(page).allInnerTexts()
  const release = await hold(page, /dropdown\?q=upsc/)
  const slow = page.waitForRequest(/dropdown\?q=upsc/)
  await field(page).fill('upsc')
  await slow
  await typeText(page, 'bank')
  expect(await options(page).allInnerTexts()).toEqual(bank)
  await release()
  expect(await options(page).allInnerTexts()).toEqual(bank)
})

test('search box: Enter typed before the response searches the typed text', async ({ page }) => {
  await open(page)
  await field(page).click()
  await expect(options(page)).toHaveCount(8)
  await hold(page, /dropdown\?q=ssc/)
  await page.keyboard.type('ssc')
  await page.keyboard.press('ArrowDown')
  await expect(highlighted(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=ssc')
})

test('search box: a failure is shown above the message for no results', async ({ page, consoleErrors }) => {
  await open(page)
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.route('**/search/dropdown?q=ssc', (route) => route.fulfill({ status: 503, body: 'null' }))
  await field(page).click()
  await typeText(page, 'ssc')
  const box = page.getByRole('search')
  await expect(box.locator('.dropdown-note').getByText('The search could not be reached')).toBeVisible()
  await expect(box.getByText('No results found for "ssc"')).toBeVisible()
  await expect(box.getByText('Try different keywords or browse categories')).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  expect(warnings.join()).toContain('The search could not be asked')
  await page.unroute('**/search/dropdown?q=ssc')
  await typeText(page, 'upsc')
  expect(await options(page).count()).toBeGreaterThan(1)
  expectConsoleError(consoleErrors, /status of 503/)
})

test('search box: text typed while the script of the suggestions loads is not lost', async ({ page }) => {
  const release = await hold(page, /start-search-box/)
  const late = page.waitForRequest(/start-search-box/)
  await open(page)
  await field(page).click()
  await late
  await page.keyboard.type('ssc')
  await release()
  await expect(group(page, 'Suggestions').getByRole('option')).toHaveCount(5)
  await expect(field(page)).toHaveValue('ssc')
  await page.keyboard.press('ArrowDown')
  await expect(highlighted(page)).toHaveCount(1)
})

test('search box: text typed before the scripts load is not lost', async ({ page }) => {
  const release = await hold(page, /\/assets\/main/)
  await page.goto('/jobs', { waitUntil: 'commit' })
  await field(page).click()
  await page.keyboard.type('ssc')
  expect(await page.evaluate(() => 'ready' in document.documentElement.dataset)).toBe(false)
  await release()
  await hydrated(page)
  await expect(group(page, 'Suggestions').getByRole('option')).toHaveCount(5)
  await expect(field(page)).toHaveValue('ssc')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(' cgl')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=ssc+cgl')
})

test('search box: without its script it is a plain form', async ({ page, consoleErrors }) => {
  await page.route(/start-search-box/, (route) => route.abort())
  const lost = page.waitForRequest(/start-search-box/)
  await open(page)
  await field(page).click()
  await lost
  await page.keyboard.type('ssc')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=ssc')
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/results for "ssc"$/)
  expectConsoleError(consoleErrors, /ERR_FAILED/)
})

test('search box: a script that could not be loaded is requested again while one types on', async ({
  page,
  consoleErrors,
}) => {
  await page.route(/start-search-box/, (route) => route.abort())
  const lost = page.waitForEvent('console', (message) => message.text().includes('start-search-box'))
  await open(page)
  await field(page).click()
  await lost
  await page.unroute(/start-search-box/)
  await page.keyboard.type('ssc')
  await expect(group(page, 'Suggestions').getByRole('option')).toHaveCount(5)
  await expect(field(page)).toHaveValue('ssc')
  expectConsoleError(consoleErrors, /ERR_FAILED/)
})

test('search box: unfinished input of an input method is not searched @laptop', async ({ page, clock }) => {
  await clock.install()
  await open(page)
  const requested: string[] = []
  page.on('request', (request) => /dropdown\?q=./.test(request.url()) && requested.push(request.url()))
  await field(page).click()
  await expect(options(page)).toHaveCount(8)
  const input = await page.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { text: 'पुलि', selectionStart: 4, selectionEnd: 4 })
  await field(page).dispatchEvent('keydown', { key: 'ArrowDown', isComposing: true })
  await field(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  await clock.runFor(1_000)
  expect(requested, 'half a word is not searched').toEqual([])
  await expect(highlighted(page)).toHaveCount(0)
  await expect(page).toHaveURL('/jobs')
  await input.send('Input.insertText', { text: 'पुलिस' })
  await expect(options(page).locator('mark').first()).toHaveText('पुलिस')
  expect(requested).toHaveLength(1)
})

test('search box: input of a touch keyboard is searched while it is composed', async ({ page }) => {
  await open(page)
  await field(page).tap()
  await expect(options(page)).toHaveCount(8)
  const input = await page.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { text: 'ssc', selectionStart: 3, selectionEnd: 3 })
  await expect(options(page).locator('mark').first()).toHaveText('SSC')
})

test('search box: any input is treated as plain text', async ({ page }) => {
  await open(page)
  page.on('dialog', (dialog) => expect(dialog.message(), 'a dialog').toBe('none'))
  await field(page).click()
  for (const text of [
    '%%',
    '__',
    ', ,',
    '()',
    '""',
    "''",
    '\\\\',
    '**',
    '"><img src=x onerror=alert(1)>',
    '</script><script>alert(1)</script>',
    'javascript:alert(1)',
    '😀😀',
    'यूपी पुलिस',
    `it's 100% (sure), "really" a_b \\ *`,
  ]) {
    await typeText(page, text)
    await expect(page.getByRole('search').getByText(`for "${text}"`).first()).toBeVisible()
  }
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
  await field(page).fill('')
  await page.keyboard.insertText('x'.repeat(250))
  await expect(field(page)).toHaveValue('x'.repeat(200))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `No results found for "${'x'.repeat(200)}"` })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('search box: the dropdown moves nothing, fits above the keyboard and has large targets', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await open(page)
  const mainBox = () => page.getByRole('main').boundingBox()
  const before = await mainBox()
  await field(page).tap()
  await typeText(page, 'ssc')
  expect(await mainBox()).toEqual(before)
  // The height that is left when the keyboard is open.
  await page.setViewportSize({ width: 360, height: 340 })
  const panel = page.locator('.search-dropdown')
  await expect.poll(async () => bottom(await panel.boundingBox())).toBeLessThanOrEqual(340)
  expect(await panel.boundingBox()).toMatchObject({ x: 0, width: 360 })
  const heights = await options(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(5)
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(44)
  await page.keyboard.press('ArrowUp')
  await expect(highlighted(page)).toBeInViewport({ ratio: 0.99 })
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

function bottom(box: { y: number; height: number } | null): number {
  return (box?.y ?? Infinity) + (box?.height ?? 0)
}

test('search box: a script that does not arrive within 120 seconds is reported, and the form works', async ({
  page,
  clock,
}) => {
  const notes: string[] = []
  page.on('console', (message) => message.type() === 'info' && notes.push(message.text()))
  await clock.install()
  await page.route(/start-search-box/, () => new Promise(() => undefined))
  const requested = page.waitForRequest(/start-search-box/)
  await open(page)
  await field(page).click()
  await requested
  await clock.fastForward(121_000)
  await expect.poll(() => notes.join()).toContain('Loading chunk failed: no answer within 120 seconds')
  await field(page).fill('ssc')
  await field(page).press('Enter')
  await expect(page).toHaveURL('/search?q=ssc')
})
