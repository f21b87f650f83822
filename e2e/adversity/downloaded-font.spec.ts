import type { Locator } from '@playwright/test'
import { deviceFonts } from '#e2e/device-fonts.ts'
import { cards, expect, hydrated, test } from './adversity.ts'

/** A device without a font for Hindi. */
test.use({
  launchOptions: async ({ launchOptions }, provide) => {
    await provide({
      ...launchOptions,
      env: { ...process.env, FONTCONFIG_FILE: deviceFonts(['noto-sans-bold.ttf']) },
    })
  },
})

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
