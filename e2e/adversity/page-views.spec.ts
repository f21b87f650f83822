import type { Page } from '@playwright/test'
import { searchSite, cards, expect, heading, idle, open, SAVES_DATA, test, viewsAt } from './adversity.ts'

/** Enables the back-forward cache, which Playwright disables. */
test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
})

const followInside = (page: Page) => cards(page).nth(12).getByRole('link').click()

test('a page that is left within a second is counted', async ({ page, failingProxy }) => {
  for (const path of ['/jobs', '/results', '/contact']) {
    const shown = page.waitForFunction(() => 'ready' in document.documentElement.dataset)
    await page.goto(failingProxy.url + path, { waitUntil: 'commit' })
    await shown
  }
  await page.goto('about:blank')
  await expect.poll(() => viewsAt(failingProxy)).toEqual(['/jobs', '/results', '/contact'])
})

test('each page view is counted once, and again after going back', async ({ page, failingProxy }) => {
  await open(page, `${failingProxy.url}/jobs`)
  await followInside(page)
  await expect(page.getByRole('heading', { name: 'Important dates' })).toBeVisible()
  const { pathname } = new URL(page.url())
  await page.goBack()
  await expect(page).toHaveURL(`${failingProxy.url}/jobs`)
  await page.goForward()
  await expect(page).toHaveURL(failingProxy.url + pathname)
  await expect.poll(() => viewsAt(failingProxy)).toEqual(['/jobs', pathname, '/jobs', pathname])
  await idle(page)
  expect(viewsAt(failingProxy)).toHaveLength(4)
})

test('a page that is left before its first frame is counted, and the one after it once', async ({
  page,
  failingProxy,
}) => {
  await open(page, `${failingProxy.url}/jobs`)
  const path = await cards(page).nth(12).getByRole('link').getAttribute('href')
  await page.evaluate(() => navigation.addEventListener('navigatesuccess', () => window.history.back(), { once: true }))
  await followInside(page)
  await expect.poll(() => viewsAt(failingProxy)).toEqual(['/jobs', path, '/jobs'])
  await expect(page).toHaveURL(`${failingProxy.url}/jobs`)
  await idle(page)
  expect(viewsAt(failingProxy)).toHaveLength(3)
})

test('a page that is left for another document before its first frame is counted', async ({ page, failingProxy }) => {
  await open(page, `${failingProxy.url}/jobs`)
  const path = await cards(page).nth(12).getByRole('link').getAttribute('href')
  await page.evaluate(() => (window.requestAnimationFrame = () => 0))
  await followInside(page)
  await expect(page).toHaveURL(failingProxy.url + path)
  await page.goto(`${failingProxy.url}/robots.txt`)
  await expect.poll(() => viewsAt(failingProxy)).toEqual(['/jobs', path])
})

test('a search with another text is counted although only the query changes, and the text is not sent', async ({
  page,
  failingProxy,
}) => {
  await open(page, `${failingProxy.url}/search?q=ssc`)
  await searchSite(page, 'upsc')
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/results for "upsc"$/)
  await expect.poll(() => viewsAt(failingProxy)).toEqual(['/search', '/search'])
  const bodies = failingProxy.requests.filter(({ path }) => path.includes('analytics_events')).map(({ body }) => body)
  for (const body of bodies) {
    expect(Object.keys(JSON.parse(body) as object)).toEqual(['event_type', 'page', 'user_agent'])
    expect(body).not.toMatch(/ssc|upsc/)
  }
})

test('a search in a list, more rows and a jump inside the page are not counted', async ({ page, failingProxy }) => {
  await open(page, `${failingProxy.url}/jobs`)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(cards(page)).toHaveCount(39)
  await page.getByRole('main').getByRole('searchbox').fill('railway')
  await expect(page).toHaveURL(`${failingProxy.url}/jobs?search=railway`)
  await page.evaluate(() => document.querySelector<HTMLElement>('.skip-link')?.click())
  await expect(page).toHaveURL(/#main$/)
  await idle(page)
  await expect.poll(() => viewsAt(failingProxy)).toEqual(['/jobs'])
})

test('a page restored from the back-forward cache is counted', async ({ page, failingProxy }) => {
  // Chromium does not cache a no-store page that has used a WebSocket; a page that saves data opens none.
  await page.addInitScript(SAVES_DATA)
  await page.addInitScript(() => {
    addEventListener(
      'pageshow',
      ({ persisted }) => persisted && document.documentElement.setAttribute('data-restored', ''),
    )
  })
  await open(page, `${failingProxy.url}/jobs`)
  await idle(page)
  const title = await heading(page).innerText()
  await page.goto(`${failingProxy.url}/robots.txt`)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.locator('html[data-restored]'), 'it was restored, not loaded').toHaveCount(1)
  await expect(heading(page)).toHaveText(title)
  await expect.poll(() => viewsAt(failingProxy)).toEqual(['/jobs', '/jobs'])
  expect(failingProxy.documents.filter((path) => path === '/jobs')).toHaveLength(1)
})

test('the response to a page view does not prevent the back-forward cache', async ({ page, failingProxy }) => {
  const responded = page.waitForResponse(/analytics_events/)
  await page.goto(`${failingProxy.url}/jobs`)
  const response = await responded
  expect(response.status()).toBe(201)
  expect(response.headers()['cache-control']).not.toContain('no-store')
})

test('page views of the admin are not counted', async ({ page, failingProxy }) => {
  for (const path of ['/admin-login', '/admin']) {
    await page.goto(failingProxy.url + path)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await idle(page)
  }
  expect(viewsAt(failingProxy)).toEqual([])
})
