import type { Page } from '@playwright/test'
import { expect, expectConsoleError, hydrated, test } from './browser-test.ts'

const ADDRESS = '**/rest/v1/analytics_events?*'

interface View {
  event_type: string
  page: string
  user_agent: string
}

/** @returns the page views that the page sends; the bodies of beacons cannot be read otherwise */
async function views(page: Page): Promise<View[]> {
  const sent: View[] = []
  await page.exposeFunction('noteView', (body: string) => sent.push(JSON.parse(body)))
  await page.addInitScript(() => {
    const { noteView } = globalThis as unknown as { noteView: (body: string) => void }
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, body) => {
      void (body as Blob).text().then(noteView)
      return send(url, body)
    }
  })
  return sent
}

test('a page view is counted on load and on every navigation, with its path only', async ({ page }) => {
  const sent = await views(page)
  await page.goto('/jobs?search=private+words')
  await expect.poll(() => sent.length).toBe(1)
  const stored = page.waitForResponse(ADDRESS)
  await page
    .getByRole('link', { name: 'Home', exact: true })
    .first()
    .evaluate((link: HTMLElement) => link.click())
  const response = await stored
  expect(response.status()).toBe(201)
  expect(response.headers()['cache-control'], 'no-store would disable the back-forward cache').not.toContain('no-store')
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect.poll(() => sent.map((view) => view.page)).toEqual(['/jobs', '/', '/jobs'])
  for (const view of sent) expect(Object.keys(view)).toEqual(['event_type', 'page', 'user_agent'])
  expect(sent[0]).toMatchObject({ event_type: 'page_view', user_agent: await page.evaluate(() => navigator.userAgent) })
})

test('a failed page view changes nothing', async ({ page, consoleErrors }) => {
  await page.route(ADDRESS, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.goto('/jobs')
  await hydrated(page)
  await failed
  await expect(page.getByRole('main').locator('.notice-card').first()).toBeVisible()
  expectConsoleError(consoleErrors, /ERR_FAILED/)
})
