import type { Page } from '@playwright/test'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { clickRetry, expect, expectConsoleError, hold, test } from './browser-test.ts'
import { field, open } from './search-box.ts'

const line = (page: Page) => page.getByRole('main').getByRole('status')
const results = (page: Page) => page.getByRole('main').locator('.result-card')
const filter = (page: Page) => page.getByRole('main').getByRole('group', { name: 'Category' })
const button = (page: Page, label: string) => filter(page).getByRole('button', { name: new RegExp(`^${label} \\d`) })

async function countOf(page: Page, label: string): Promise<number> {
  return Number((await button(page, label).innerText()).replace(/\D/g, ''))
}

test('search page without a text: explains the search and links to every list', async ({ page }) => {
  await open(page, '/search')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
  await expect(main.getByText('Search all notices on Suchana')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Search tips' })).toBeVisible()
  const cards = main.getByRole('region', { name: 'Browse by category' }).getByRole('link')
  await expect(cards).toHaveText(CONTENT_KINDS.map(({ label }) => label))
  for (const [index, { listPath }] of CONTENT_KINDS.entries()) {
    await expect(cards.nth(index)).toHaveAttribute('href', listPath)
  }
  await expect(filter(page)).toHaveCount(0)
  await expect(page).toHaveTitle('Search all notices | Suchana')
})

test('search page: one character is too short', async ({ page }) => {
  await open(page, '/search?q=s')
  await expect(page.getByRole('main').getByText('Type at least 2 characters')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { name: 'Search tips' })).toBeVisible()
  await expect(field(page)).toHaveValue('s')
})

test('search page: results show kind, dates and badge, in the order of kinds', async ({ page }) => {
  await open(page, '/search?q=ssc')
  const all = 27
  expect(await countOf(page, 'All')).toBe(all)
  await expect(line(page)).toHaveText(`${all} results for "ssc"`)
  await expect(page).toHaveTitle('Search: ssc | Suchana')
  const labels = await results(page).locator('.meta > span:first-child').allInnerTexts()
  const order = CONTENT_KINDS.map(({ label }) => label)
  expect(labels).toEqual(labels.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)))
  expect(labels).toHaveLength(all)
  const texts = await results(page).allInnerTexts()
  expect(texts).toHaveLength(all)
  for (const text of texts) {
    expect(text).toMatch(/\d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept|Oct|Nov|Dec) \d{4}/)
    // A notice that is neither new nor in a state of its own has no badge.
    expect(text).toMatch(/(\d{4}|New|Closed|Start|Date Extend|Out|Soon|External Link|Document)$/)
  }
  const job = results(page).filter({ hasText: 'SSC MTS & Havaldar (CBIC & CBN) 2026 Online Form' })
  await expect(job).toContainText(/Apply by: \d\d-\d\d-\d{4}\s*Exam: \d\d-\d\d-\d{4}/)
  await expect(job.locator('mark')).toHaveText('SSC')
  const result = results(page).filter({ has: page.locator('.meta > span:first-child', { hasText: /^\s*Results$/ }) })
  await expect(result.first()).toContainText(/Apply by: \d\d-\d\d-\d{4}/)
  const card = results(page).filter({ hasText: 'Admit Cards' }).first().getByRole('link')
  await expect(card).toHaveAttribute('href', /^\/admit-card\/[a-z0-9-]+$/)
})

test('search page: a single result is counted in the singular', async ({ page }) => {
  const title = 'SSC MTS & Havaldar (CBIC & CBN) 2026 Online Form'
  await open(page, `/search?${new URLSearchParams({ q: title })}`)
  await expect(line(page)).toHaveText(`1 result for "${title}"`)
  expect(await countOf(page, 'All')).toBe(1)
  await expect(page.locator('#search-results mark')).toHaveText(title)
})

test('search page: a category filters the results, and all counts stay', async ({ page }) => {
  await open(page, '/search?q=ssc')
  const labels = ['All', ...CONTENT_KINDS.map(({ label }) => label)]
  await expect(filter(page).getByRole('button')).toHaveText(labels.map((label) => new RegExp(`^${label}`)))
  const counts = await Promise.all(labels.map((label) => countOf(page, label)))
  expect(counts.slice(1).reduce((sum, count) => sum + count)).toBe(counts[0])
  await expect(button(page, 'All')).toHaveAttribute('aria-pressed', 'true')

  await button(page, 'Admit Cards').click()
  await expect(page).toHaveURL('/search?q=ssc&category=admit_cards')
  const found = counts[labels.indexOf('Admit Cards')] ?? 0
  await expect(line(page)).toHaveText(`${found} results for "ssc" in Admit Cards`)
  await expect(results(page)).toHaveCount(found)
  await expect(button(page, 'Admit Cards')).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, 'Admit Cards')).toBeFocused()
  await expect(button(page, 'All')).toHaveAttribute('aria-pressed', 'false')
  expect(await Promise.all(labels.map((label) => countOf(page, label)))).toEqual(counts)
  for (const [index, label] of labels.entries()) {
    const one = button(page, label)
    if (label === 'All' || (counts[index] ?? 0) > 0) await expect(one).toBeEnabled()
    else await expect(one).toBeDisabled()
  }
  expect(counts, 'one of them is empty').toContain(0)

  await page.goBack()
  await expect(page).toHaveURL('/search?q=ssc')
  await expect(results(page)).toHaveCount(counts[0] ?? 0)
  await page.goForward()
  await expect(results(page)).toHaveCount(found)
  await button(page, 'All').click()
  await expect(page).toHaveURL('/search?q=ssc')
  await page.goto('/search?q=ssc&category=profiles')
  await expect(button(page, 'All'), 'an unknown category counts as all').toHaveAttribute('aria-pressed', 'true')
  await expect(results(page)).toHaveCount(counts[0] ?? 0)
})

test('search page: back and forward restore the texts', async ({ page }) => {
  await open(page, '/search')
  for (const text of ['ssc', 'upsc']) {
    await field(page).fill(text)
    await field(page).press('Enter')
    await expect(line(page)).toHaveText(new RegExp(`for "${text}"$`))
    await expect(page.getByRole('heading', { level: 1 }), 'the heading is announced').toBeFocused()
  }
  await field(page).press('Enter')
  await page.goBack()
  await expect(line(page), 'the same text twice is one history entry').toHaveText(/for "ssc"$/)
  await expect(field(page)).toHaveValue('ssc')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Search tips' })).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await page.goForward()
  await expect(field(page)).toHaveValue('ssc')
  await results(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/jobs\/[a-z0-9-]+$/)
  await page.goBack()
  await expect(page).toHaveURL('/search?q=ssc')
  await expect(line(page)).toHaveText(/for "ssc"$/)
})

test('search page: a text that is typed at the moment the results appear stays', async ({ page }) => {
  await open(page, '/search')
  await page.evaluate(() => {
    const box = document.querySelector<HTMLInputElement>('#search-field')!
    document.addEventListener('focusin', ({ target }) => {
      if (!(target as Element).matches('h1')) return
      box.value = 'upsc'
      box.dispatchEvent(new Event('input', { bubbles: true }))
    })
  })
  const shown = page.evaluate(() => new Promise((resolve) => addEventListener('pageshown', resolve, { once: true })))
  await field(page).fill('ssc')
  await field(page).press('Enter')
  await shown
  await expect(line(page)).toHaveText(/for "ssc"$/)
  await expect(field(page)).toHaveValue('upsc')
})

test('search page: a text that is typed while the results of another one are awaited stays, with the focus', async ({
  page,
}) => {
  await open(page, '/jobs')
  const release = await hold(page, /\/search\?q=ssc/)
  await field(page).fill('ssc')
  await field(page).press('Enter', { noWaitAfter: true })
  await field(page).press('End')
  await field(page).pressSequentially(' up')
  await release()
  await expect(line(page)).toHaveText(/for "ssc"$/)
  await expect(field(page)).toHaveValue('ssc up')
  await expect(field(page)).toBeFocused()
  await page.getByRole('link', { name: 'Suchana' }).first().click()
  await expect(page).toHaveURL('/')
  await expect(field(page), 'a text from before the navigation is replaced').toHaveValue('')
})

test('search page: shows that it is searching', async ({ page }) => {
  await open(page, '/search?q=ssc')
  const releaseUpsc = await hold(page, /\/search\?q=upsc/)
  await field(page).fill('upsc')
  await field(page).press('Enter', { noWaitAfter: true })
  await expect(line(page)).toHaveText('Searching...')
  await expect(page.getByRole('main').getByRole('list').last()).toHaveAttribute('aria-busy', 'true')
  await releaseUpsc()
  await expect(line(page)).toHaveText(/for "upsc"$/)

  await open(page, '/jobs')
  const releaseSsc = await hold(page, /\/search\?q=ssc/)
  await field(page).fill('ssc')
  await field(page).press('Enter', { noWaitAfter: true })
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
  await expect(line(page)).toHaveText('Searching...')
  await expect(page.locator('.skeleton-tile')).toHaveCount(12)
  await releaseSsc()
  await expect(line(page)).toHaveText(/for "ssc"$/)
})

test('search page: no results show advice and links', async ({ page }) => {
  const text = 'zzz "nothing" 100% <b>'
  await open(page, `/search?${new URLSearchParams({ q: text })}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: `No results found for "${text}"` })).toBeVisible()
  await expect(main.getByText('Try different keywords or browse categories')).toBeVisible()
  await expect(main.getByRole('region', { name: 'Browse by category' }).getByRole('link')).toHaveCount(
    CONTENT_KINDS.length,
  )
  await expect(button(page, 'All')).toBeEnabled()
  for (const { label } of CONTENT_KINDS) await expect(button(page, label)).toBeDisabled()
})

test('search page: misspelt and shortened words find close matches, with a heading and a count of their own', async ({
  page,
}) => {
  for (const [text, title] of [
    ['constabel', /constable/i],
    ['rly', /railway/i],
  ] as const) {
    await open(page, `/search?q=${text}`)
    await expect(line(page)).toHaveText(`0 results for "${text}"`)
    expect(await countOf(page, 'All'), 'close matches are not counted').toBe(0)
    for (const { label } of CONTENT_KINDS) await expect(button(page, label)).toBeDisabled()
    await expect(page.getByRole('heading', { name: `No results found for "${text}"` })).toBeVisible()
    const close = page.getByRole('main').getByRole('region', { name: new RegExp(`^\\d+ close matches for "${text}"$`) })
    await expect(close.locator('.result-card').filter({ hasText: title }).first()).toBeVisible()
    const counted = Number.parseInt(await close.getByRole('heading', { level: 2 }).innerText(), 10)
    await expect(results(page)).toHaveCount(counted)
  }
  await open(page, '/search?q=ssc')
  await expect(page.getByText('close match')).toHaveCount(0)
})

test('search page: a failed search shows an error and keeps earlier results', async ({ page, consoleErrors }) => {
  await open(page, '/search?q=upsc')
  const found = await results(page).count()
  expect(found).toBeGreaterThan(1)
  await page.route(/\/search\?q=ssc/, (route) => route.fulfill({ status: 503, body: 'away' }))
  await field(page).fill('ssc')
  await field(page).press('Enter', { noWaitAfter: true })
  const failure = page.getByRole('alert').filter({ hasText: 'Suchana could not be reached.' })
  await expect(failure).toBeVisible()
  await expect(results(page)).toHaveCount(found)
  await expect(page).toHaveURL('/search?q=upsc')
  await page.unroute(/\/search\?q=ssc/)
  await clickRetry(page)
  await expect(line(page)).toHaveText(/for "ssc"$/)
  await expect(failure).toBeHidden()
  expectConsoleError(consoleErrors, /status of 503/)
})

test('search page: more results load on demand, each once, and are restored after going back', async ({ page }) => {
  await open(page, '/search?q=2026')
  const all = await countOf(page, 'All')
  expect(all).toBeGreaterThan(105)
  const more = page.getByRole('main').getByRole('link', { name: 'Show more' })
  while (await more.isVisible()) {
    const before = await results(page).count()
    await more.click()
    await expect(results(page)).not.toHaveCount(before)
    await expect(results(page).nth(before).getByRole('link'), 'focus is on the first new one').toBeFocused()
  }
  const links = () =>
    results(page)
      .getByRole('link')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href')))
  const found = await links()
  expect(found).toHaveLength(all)
  expect(new Set(found).size).toBe(all)
  await expect(page).toHaveURL('/search?q=2026')

  await results(page).last().getByRole('link').click()
  await expect(page).not.toHaveURL(/search/)
  await page.goBack()
  await expect(results(page)).toHaveCount(all)
  expect(await links()).toEqual(found)
  await expect(results(page).last()).toBeInViewport()
})

test('search page: a search text never becomes HTML', async ({ page }) => {
  page.on('dialog', (dialog) => expect(dialog.message(), 'a dialog').toBe('none'))
  for (const text of [
    '"><img src=x onerror=alert(1)>',
    '</script><script>alert(1)</script>',
    '</title><b>',
    '{{7*7}}',
  ]) {
    await open(page, `/search?${new URLSearchParams({ q: text })}`)
    await expect(line(page)).toContainText(`for "${text}"`)
    await expect(page).toHaveTitle(`Search: ${text} | Suchana`)
    await expect(field(page)).toHaveValue(text)
  }
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
})
