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

test('on a device without a font for Hindi, pages that are swapped in have the downloaded one', async ({
  page,
  failingProxy,
}) => {
  const familyOf = (selector: string) => page.locator(selector).evaluate((shown) => getComputedStyle(shown).fontFamily)
  await page.goto(`${failingProxy.url}/jobs`)
  await hydrated(page)
  await expect.poll(() => familyOf('body')).toContain('Devanagari Web')
  await cards(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/jobs\/[^/]+$/)
  await expect.poll(() => familyOf('main')).toContain('Devanagari Web')
})
