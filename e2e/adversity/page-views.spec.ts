import type { Page } from '@playwright/test'
import { askSite, cards, expect, heading, idle, open, SAVES_DATA, test, viewsAt } from './adversity.ts'

/** Playwright turns the back-forward cache off; readers have it. */
test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
})

const followInside = (page: Page) => cards(page).nth(12).getByRole('link').click()

test('a page that is left within a second counts', async ({ page, front }) => {
  for (const path of ['/jobs', '/results', '/contact']) {
    const shown = page.waitForFunction(() => 'ready' in document.documentElement.dataset)
    await page.goto(front.url + path, { waitUntil: 'commit' })
    await shown
  }
  await page.goto('about:blank')
  await expect.poll(() => viewsAt(front)).toEqual(['/jobs', '/results', '/contact'])
})

test('each page counts once, and again when one goes back to it', async ({ page, front }) => {
  await open(page, `${front.url}/jobs`)
  await followInside(page)
  await expect(page.getByRole('heading', { name: 'Important dates' })).toBeVisible()
  const { pathname } = new URL(page.url())
  await page.goBack()
  await expect(page).toHaveURL(`${front.url}/jobs`)
  await page.goForward()
  await expect(page).toHaveURL(front.url + pathname)
  await expect.poll(() => viewsAt(front)).toEqual(['/jobs', pathname, '/jobs', pathname])
  await idle(page)
  expect(viewsAt(front)).toHaveLength(4)
})

test('another question counts, although only the query changes; nothing of it is sent', async ({ page, front }) => {
  await open(page, `${front.url}/search?q=ssc`)
  await askSite(page, 'upsc')
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/results for "upsc"$/)
  await expect.poll(() => viewsAt(front)).toEqual(['/search', '/search'])
  const bodies = front.requests.filter(({ path }) => path.includes('analytics_events')).map(({ body }) => body)
  for (const body of bodies) {
    expect(Object.keys(JSON.parse(body) as object)).toEqual(['event_type', 'page', 'user_agent'])
    expect(body).not.toMatch(/ssc|upsc/)
  }
})

test('a search in a list, further rows and a jump inside the page are no views', async ({ page, front }) => {
  await open(page, `${front.url}/jobs`)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(cards(page)).toHaveCount(39)
  await page.getByRole('main').getByRole('searchbox').fill('railway')
  await expect(page).toHaveURL(`${front.url}/jobs?search=railway`)
  await page.evaluate(() => document.querySelector<HTMLElement>('.skip-link')?.click())
  await expect(page).toHaveURL(/#main$/)
  await idle(page)
  await expect.poll(() => viewsAt(front)).toEqual(['/jobs'])
})

test('a page that the browser brings back from its own cache counts', async ({ page, front }) => {
  // Chromium caches no page that may not be stored and has used a WebSocket; one that saves data has none.
  await page.addInitScript(SAVES_DATA)
  await page.addInitScript(() => {
    addEventListener(
      'pageshow',
      ({ persisted }) => persisted && document.documentElement.setAttribute('data-restored', ''),
    )
  })
  await open(page, `${front.url}/jobs`)
  await idle(page)
  const shown = await heading(page).innerText()
  await page.goto(`${front.url}/robots.txt`)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.locator('html[data-restored]'), 'it was restored, not loaded').toHaveCount(1)
  await expect(heading(page)).toHaveText(shown)
  await expect.poll(() => viewsAt(front)).toEqual(['/jobs', '/jobs'])
  expect(front.documents.filter((path) => path === '/jobs')).toHaveLength(1)
})

test('the answer to a view keeps no page out of that cache', async ({ page, front }) => {
  const answered = page.waitForResponse(/analytics_events/)
  await page.goto(`${front.url}/jobs`)
  const answer = await answered
  expect(answer.status()).toBe(201)
  expect(answer.headers()['cache-control']).not.toContain('no-store')
})

test('what staff look at is not counted', async ({ page, front }) => {
  for (const path of ['/admin-login', '/admin']) {
    await page.goto(front.url + path)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await idle(page)
  }
  expect(viewsAt(front)).toEqual([])
})
