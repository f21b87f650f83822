import { deviceFonts } from '#e2e/device-fonts.ts'
import { cards, expect, hydrated, idle, test } from './adversity.ts'

/** A device on which Noto Sans is installed. */
test.use({
  launchOptions: async ({ launchOptions }, provide) => {
    await provide({
      ...launchOptions,
      env: { ...process.env, FONTCONFIG_FILE: deviceFonts(['noto-sans-bold.ttf', 'noto-sans-devanagari-bold.ttf']) },
    })
  },
})

test('a device on which Noto Sans is installed downloads no font', async ({ page, failingProxy }) => {
  await page.clock.install()
  await page.goto(`${failingProxy.url}/jobs`)
  await hydrated(page)
  await idle(page)
  await expect(cards(page)).toHaveCount(25)
  // Longer than a page waits before it downloads a font.
  await page.clock.runFor(10_000)
  await idle(page)
  expect(failingProxy.requests.filter(({ path }) => path.endsWith('.woff2'))).toEqual([])
})
