import type { Page } from '@playwright/test'
import { expect, forgive, hydrated, test } from './journey.ts'

function views(page: Page): { event_type: string; page: string; user_agent: string }[] {
  const sent: { event_type: string; page: string; user_agent: string }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/rest/v1/analytics_events')
      sent.push(request.postDataJSON())
  })
  return sent
}

test('a page view is counted on load and on every navigation, path only', async ({ page }) => {
  const sent = views(page)
  await page.goto('/jobs?search=private+words')
  await expect.poll(() => sent.length).toBe(1)
  const stored = page.waitForResponse('**/rest/v1/analytics_events?*')
  await page
    .getByRole('link', { name: 'Home', exact: true })
    .first()
    .evaluate((link: HTMLElement) => link.click())
  expect((await stored).status()).toBe(201)
  await page.goBack()
  await expect.poll(() => sent.map((view) => view.page)).toEqual(['/jobs', '/', '/jobs'])
  for (const view of sent) expect(Object.keys(view)).toEqual(['event_type', 'page', 'user_agent'])
  expect(sent[0]).toMatchObject({ event_type: 'page_view', user_agent: await page.evaluate(() => navigator.userAgent) })
})

test('a page view that is refused changes nothing', async ({ page, complaints }) => {
  await page.route('**/rest/v1/analytics_events?*', (route) => route.abort())
  await page.goto('/jobs')
  await hydrated(page)
  await page.waitForEvent('requestfailed')
  await expect(page.getByRole('main').locator('.notice-card').first()).toBeVisible()
  forgive(complaints, /ERR_FAILED/)
})
