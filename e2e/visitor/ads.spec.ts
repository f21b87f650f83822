import { expect, hydrated, test } from './browser-test.ts'

test('without an advertising script a page is rated and nothing else happens', async ({ page, baseURL }) => {
  const foreign: string[] = []
  page.on('request', (request) => !request.url().startsWith(`${baseURL}/`) && foreign.push(request.url()))
  await page.goto('/privacy')
  await hydrated(page)
  await expect(page.locator('html')).toHaveAttribute('data-ad-score', /^\d+$/)
  await expect(page.locator('[data-ad-space], [data-ad-slot], .ad-space')).toHaveCount(0)
  expect(foreign).toEqual([])
})
