import type { Page } from '@playwright/test'
import { expect, forgive, hydrated, test } from './journey.ts'

const ADDRESS = '**/rest/v1/analytics_events?*'

interface View {
  event_type: string
  page: string
  user_agent: string
}

/** @returns the page views that the page has sent; the browser shows the bodies of beacons to nobody else */
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

test('a page view is counted on load and on every navigation, path only', async ({ page }) => {
  const sent = await views(page)
  await page.goto('/jobs?search=private+words')
  await expect.poll(() => sent.length).toBe(1)
  const stored = page.waitForResponse(ADDRESS)
  await page
    .getByRole('link', { name: 'Home', exact: true })
    .first()
    .evaluate((link: HTMLElement) => link.click())
  const answer = await stored
  expect(answer.status()).toBe(201)
  expect(answer.headers()['cache-control'], 'or the page could not be brought back').not.toContain('no-store')
  await page.goBack()
  await expect.poll(() => sent.map((view) => view.page)).toEqual(['/jobs', '/', '/jobs'])
  for (const view of sent) expect(Object.keys(view)).toEqual(['event_type', 'page', 'user_agent'])
  expect(sent[0]).toMatchObject({ event_type: 'page_view', user_agent: await page.evaluate(() => navigator.userAgent) })
})

test('a page view that is refused changes nothing', async ({ page, complaints }) => {
  await page.route(ADDRESS, (route) => route.abort())
  const refused = page.waitForEvent('requestfailed')
  await page.goto('/jobs')
  await hydrated(page)
  await refused
  await expect(page.getByRole('main').locator('.notice-card').first()).toBeVisible()
  forgive(complaints, /ERR_FAILED/)
})
