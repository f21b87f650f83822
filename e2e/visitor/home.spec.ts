import { expect, expectConsoleError, hold, hydrated, isPhone, test } from './browser-test.ts'

const PHONE_ROWS = [
  ['Results', 'Latest Jobs'],
  ['Answer Key', 'Admit Cards'],
  ['Admission', 'Documents'],
]
const LAPTOP_ROWS = [
  ['Results', 'Admit Cards', 'Latest Jobs'],
  ['Answer Key', 'Documents', 'Admission'],
]
/** Rows that a phone shows of each section before 'Show all'. */
const SHOWN_ROWS = 8

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

test('the home page shows the six sections in the layout of the device @both', async ({ page, viewport }) => {
  const rows = isPhone(viewport) ? PHONE_ROWS : LAPTOP_ROWS
  let below = 0
  for (const row of rows) {
    const boxes = await Promise.all(row.map((name) => page.getByRole('region', { name, exact: true }).boundingBox()))
    const lefts = boxes.map((box) => box?.x ?? 0)
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
    expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size, `${row.join(', ')} side by side`).toBe(1)
    expect(boxes[0]?.y).toBeGreaterThan(below)
    below = (boxes[0]?.y ?? 0) + 1
  }
})

test('the home page shows the first notices above the fold @both', async ({ page, viewport }) => {
  const row = await page
    .getByRole('region', { name: 'Results', exact: true })
    .getByRole('listitem')
    .first()
    .boundingBox()
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThan(viewport?.height ?? 0)
})

test('each section of the home page links to its list', async ({ page }) => {
  for (const [name, path] of [
    ['Results', '/results'],
    ['Latest Jobs', '/jobs'],
    ['Admit Cards', '/admit-card'],
    ['Answer Key', '/answer-key'],
    ['Admission', '/admission'],
    ['Documents', '/documents'],
  ] as const) {
    const more = page.getByRole('region', { name, exact: true }).getByRole('link', { name: /^View More/ })
    await expect(more).toHaveAttribute('href', path)
  }
})

test('the home page lists only active jobs, newest first', async ({ page }) => {
  const section = page.getByRole('region', { name: 'Latest Jobs', exact: true })
  await expect(section.getByText('Start', { exact: true })).toHaveCount(0)
  await expect(section.getByText('Date Extend', { exact: true })).toHaveCount(0)
  const times = await section
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  expect(times).toHaveLength(25)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('a section of the home page is searched while typing', async ({ page }) => {
  await hydrated(page)
  const section = page.getByRole('region', { name: 'Results', exact: true })
  const box = section.getByRole('searchbox', { name: 'Search in Results' })
  await box.click()
  await expect(section.getByRole('listitem')).toHaveCount(SHOWN_ROWS)

  const release = await hold(page, /\/sections\/results.*rrb/)
  await box.fill('rrb')
  await expect(section.getByText('Loading...')).toBeVisible()
  await release()
  await expect(section.getByText('Loading...')).toBeHidden()
  await expect(section.getByRole('listitem')).toHaveText([/rrb/i])

  await box.fill('no such exam')
  await expect(section.getByText('No results match "no such exam"')).toBeVisible()

  await box.fill('')
  await expect(section.getByRole('listitem')).toHaveCount(SHOWN_ROWS)
  await expect(page).toHaveURL('/')
})

test('an older response does not overwrite a newer one in a section', async ({ page }) => {
  await hydrated(page)
  const release = await hold(page, /\/sections\/results.*search=upsc/)
  const section = page.getByRole('region', { name: 'Results', exact: true })
  const box = section.getByRole('searchbox')
  const slow = page.waitForRequest(/search=upsc/)
  await box.fill('upsc')
  await slow
  await box.fill('rrb')
  const rows = section.getByRole('listitem')
  await expect(rows).toHaveText([/rrb/i])
  await release()
  await expect(rows).toHaveText([/rrb/i])
  await box.fill('upsc')
  await expect(rows.first()).toContainText(/upsc/i)
})

test('a section whose search fails keeps its rows and shows an error', async ({ page, consoleErrors }) => {
  await hydrated(page)
  await page.route(/\/sections\/results/, (route) => route.fulfill({ status: 503, body: 'away' }))
  const section = page.getByRole('region', { name: 'Results', exact: true })
  await expect(section.getByRole('listitem')).toHaveCount(SHOWN_ROWS)
  await section.getByRole('searchbox').fill('rrb')
  const failure = section.getByRole('alert')
  await expect(failure).toContainText('Suchana could not be reached.')
  await expect(section.getByRole('listitem')).toHaveCount(SHOWN_ROWS)
  await expect(section.getByText('No results match')).toHaveCount(0)
  await page.unroute(/\/sections\/results/)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(section.getByRole('listitem').first()).toContainText(/rrb/i)
  await expect(failure).toBeHidden()
  expectConsoleError(consoleErrors, /status of 503/)
})

test('a notice of the home page opens, and going back returns', async ({ page }) => {
  await hydrated(page)
  const link = page.getByRole('region', { name: 'Results', exact: true }).getByRole('link').nth(1)
  const title = (await link.innerText()).split('\n')[0] ?? ''
  await link.click()
  await expect(page).toHaveURL(/\/results\/[a-z0-9-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title.slice(0, 20))
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Results', exact: true })).toBeVisible()
})

test('an unknown path shows the home page and keeps its address', async ({ page }) => {
  const response = await page.goto('/unknown/path')
  expect(response?.status()).toBe(404)
  await hydrated(page)
  await expect(page.getByRole('region', { name: 'Results', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/unknown/path')
})
