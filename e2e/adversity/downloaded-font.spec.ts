import type { Locator } from '@playwright/test'
import { cards, expect, hydrated, test } from './adversity.ts'

/** Browsers of these tests have no font for Hindi (playwright.config.ts). */
test('on a device without a font for Hindi, texts in Hindi have the downloaded one, and no other text is laid out again', async ({
  page,
  failingProxy,
}) => {
  const familyOf = (shown: Locator) => shown.evaluate((element) => getComputedStyle(element).fontFamily)
  const letters = page.waitForResponse(/noto-sans-devanagari.*\.woff2/)
  await page.goto(`${failingProxy.url}/jobs`)
  await hydrated(page)
  await letters
  await expect.poll(() => familyOf(page.getByRole('searchbox').first())).toContain('Devanagari Web')
  expect(await familyOf(page.locator('body'))).not.toContain('Devanagari Web')

  const inHindi = page.locator('main [lang="hi"]').first()
  const notice = cards(page)
    .filter({ has: page.locator('[lang="hi"]') })
    .first()
  expect(await familyOf(inHindi)).toContain('Devanagari Web')
  await notice.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/jobs\/[^/]+$/)
  await expect.poll(() => familyOf(inHindi)).toContain('Devanagari Web')
})
