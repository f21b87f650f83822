import { expect, isPhone, test } from './browser-test.ts'
import { typeText, field, group, highlighted, open, options } from './search-box.ts'

test('search box: shows trending notices before anything is typed, and closes in every way', async ({ page }) => {
  await open(page)
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(field(page), 'there is no list yet').not.toHaveAttribute('aria-controls')
  await field(page).click()
  await expect(group(page, 'Trending').getByRole('option')).toHaveCount(8)
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(field(page)).toHaveAttribute('aria-controls', 'search-options')
  await expect(page.getByRole('search').getByRole('status')).toHaveText('8 trending notices')

  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(field(page)).not.toHaveAttribute('aria-controls')
  await expect(field(page)).toBeFocused()

  await field(page).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.getByRole('contentinfo').click({ position: { x: 5, y: 5 } })
  await expect(page.getByRole('listbox')).toBeHidden()

  await field(page).focus()
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('listbox')).toBeHidden()

  await field(page).focus()
  await options(page).first().click()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(page).toHaveURL(/\/[a-z-]+\/[a-z0-9-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('search box: Escape also closes the list when the focus is behind the field, and returns there', async ({
  page,
}) => {
  await open(page)
  await typeText(page, 'ssc')
  const all = page.getByRole('link', { name: 'See all results for "ssc"' })
  for (const stop of [page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }), all]) {
    await field(page).focus()
    await expect(all).toBeVisible()
    await stop.focus()
    await page.keyboard.press('Escape')
    await expect(all).toHaveCount(0)
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('ArrowDown')
  }
})

test('search box: requests once per pause from two characters on, and shows suggestions and results', async ({
  page,
  clock,
}) => {
  await clock.install()
  await open(page)
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/search/dropdown' && searchParams.get('q')) requested.push(searchParams.get('q') ?? '')
  })
  await field(page).click()
  await expect(options(page)).toHaveCount(8)
  await clock.pauseAt(Date.now() + 60_000)

  await page.keyboard.type('s')
  await expect(page.getByText('Type at least 2 characters')).toBeVisible()
  await clock.runFor(1_000)
  for (const key of ['s', 'c']) {
    await page.keyboard.type(key)
    await expect(page.getByText('Searching...')).toBeVisible()
    await clock.runFor(299)
  }
  expect(requested, 'not while keys are pressed').toEqual([])
  await clock.runFor(1)

  await expect(group(page, 'Suggestions').getByRole('option')).toHaveCount(5)
  await page.keyboard.type(' ')
  await clock.runFor(1_000)
  expect(requested, 'a space asks for nothing else').toEqual(['ssc'])
  const results = group(page, 'Results').getByRole('option')
  expect(await results.count()).toBeGreaterThan(5)
  expect(await results.count()).toBeLessThanOrEqual(20)
  const marks = await options(page).locator('mark').allInnerTexts()
  expect(marks.length).toBeGreaterThan(5)
  for (const mark of marks) expect(mark.toLowerCase()).toBe('ssc')
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^5 suggestions, \d+ results$/)
  await expect(page.getByRole('link', { name: 'See all results for "ssc"' })).toBeVisible()
})

test('search box: arrow keys move through suggestions and results, and to none', async ({ page }) => {
  await open(page)
  await field(page).click()
  await typeText(page, 'ssc')
  const texts = await options(page).allInnerTexts()
  const count = texts.length
  expect(count).toBeGreaterThan(5)
  await expect(highlighted(page)).toHaveCount(0)
  await expect(field(page)).not.toHaveAttribute('aria-activedescendant')

  for (const text of texts) {
    await page.keyboard.press('ArrowDown')
    await expect(highlighted(page)).toHaveText(text, { useInnerText: true })
    const id = (await highlighted(page).getAttribute('id')) ?? 'none'
    await expect(field(page)).toHaveAttribute('aria-activedescendant', id)
    await expect(highlighted(page)).toBeInViewport({ ratio: 0.99 })
  }
  expect(await page.evaluate(() => window.scrollY), 'the page does not scroll').toBe(0)
  await page.keyboard.press('ArrowDown')
  await expect(highlighted(page), 'none after the last one').toHaveCount(0)
  await expect(field(page)).not.toHaveAttribute('aria-activedescendant')

  await page.keyboard.press('ArrowUp')
  await expect(highlighted(page), 'up from none is the last one').toHaveAttribute('id', `search-option-${count - 1}`)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(highlighted(page)).toHaveAttribute('id', 'search-option-0')
  await page.keyboard.press('ArrowUp')
  await expect(highlighted(page)).toHaveCount(0)

  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('x')
  await expect(highlighted(page), 'typing takes the highlight away').toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await expect(field(page), 'an arrow opens it again').toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('listbox').getByRole('group', { name: 'Close matches' })).toBeVisible()
})

test('search box: Enter opens the highlighted option, or the search page', async ({ page }) => {
  await open(page)
  await field(page).click()
  await typeText(page, 'ssc')
  await page.keyboard.press('ArrowDown')
  const suggestion = await highlighted(page).locator('span').innerText()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=.+&category=[a-z_]+$/)
  expect(new URL(page.url()).searchParams.get('q')).toBe(suggestion)
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeFocused()
  await expect(field(page)).toHaveValue(suggestion)

  await typeText(page, 'admit card')
  await page.keyboard.press('ArrowUp')
  const result = group(page, 'Results').getByRole('option', { name: 'Admit Cards' }).last()
  while (!(await result.getAttribute('aria-selected'))?.includes('true')) await page.keyboard.press('ArrowUp')
  const title = await result.locator('span').innerText()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admit-card\/[a-z0-9-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(field(page), 'empty on another page').toHaveValue('')

  await field(page).fill('upsc')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=upsc')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeFocused()

  await field(page).fill('  bank ')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/search?q=bank')
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/for "bank"$/)
})

test('search box: notices of the three kinds with two folders open with the singular one', async ({ page }) => {
  await open(page)
  for (const [text, label, folder] of [
    ['admit card', 'Admit Cards', '/admit-card/'],
    ['answer key', 'Answer Key', '/answer-key/'],
    ['admission', 'Admission', '/admission/'],
  ] as const) {
    await field(page).click()
    await typeText(page, text)
    const found = group(page, 'Results')
      .getByRole('option')
      .filter({ has: page.getByText(label, { exact: true }) })
    expect(await found.first().getAttribute('href')).toContain(folder)
  }
})

test('search box: an empty text is not sent', async ({ page }) => {
  await open(page)
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await expect(button).toBeDisabled()
  await field(page).fill('   ')
  await expect(button).toBeDisabled()
  await field(page).press('Enter')
  await expect(page).toHaveURL('/jobs')
  await field(page).fill('a')
  await expect(button).toBeEnabled()
  await field(page).press('Enter')
  await expect(page).toHaveURL('/search?q=a')
  await expect(page.getByRole('main').getByText('Type at least 2 characters')).toBeVisible()
})

test('search box: it is in the header of every page @both', async ({ page, viewport }) => {
  for (const path of ['/', '/results', '/jobs/upsc-cds-i-2027-online-form', '/contact', '/unknown', '/search']) {
    await page.goto(path)
    await expect(page.getByRole('banner').getByRole('combobox')).toBeVisible()
    const box = await page.getByRole('banner').getByRole('search').boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    if (isPhone(viewport)) expect(box?.width).toBeGreaterThan(320)
  }
})

test('search box: the highlight is visible without colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page)
  await field(page).click()
  await expect(options(page)).toHaveCount(8)
  await page.keyboard.press('ArrowDown')
  await expect(highlighted(page)).toHaveCSS('outline-style', 'solid')
})

test('search box: matched words can be read with forced colours, on black too', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await open(page)
  await field(page).fill('ssc')
  const word = options(page).locator('mark').first()
  await expect(word).toBeVisible()
  const [marked, text] = await word.evaluate((mark) =>
    [mark, document.body].map((element) => getComputedStyle(element).color),
  )
  expect(marked, 'the color of text on the page').toBe(text)
})
