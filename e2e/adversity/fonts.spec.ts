import { expect, farNotice, test } from './adversity.ts'

/** The file of the English font, and whether the current page uses it. */
const LATIN = /noto-sans-latin-[\w-]+\.woff2$/
const isStored = () => JSON.parse(localStorage.getItem('user_preferences') ?? '{}').font !== undefined
const isUsed = () =>
  [...document.fonts].some(({ family, status }) => family.includes('Noto Web') && status === 'loaded')

test('the English font is downloaded after the script of the page and used from the next document on', async ({
  page,
  failingProxy,
}) => {
  const downloads = () => failingProxy.requests.filter(({ path }) => LATIN.test(path)).length
  await page.goto(`${failingProxy.url}/jobs`)
  await expect.poll(downloads).toBe(1)
  const orderOf = (file: RegExp) => failingProxy.requests.findIndex(({ path }) => file.test(path))
  expect(orderOf(/^\/assets\/main-/)).toBeGreaterThan(0)
  expect(orderOf(LATIN)).toBeGreaterThan(orderOf(/^\/assets\/main-/))
  await page.waitForFunction(isStored)
  await farNotice(page).click()
  await expect(page).toHaveURL(/\/jobs\/./)
  expect(await page.evaluate(isUsed)).toBe(false)

  // The font comes from the HTTP cache.
  await page.reload()
  await page.waitForFunction(isUsed)
  expect(downloads()).toBe(1)
  await expect(page.locator('link[rel="preload"][as="font"]')).toHaveAttribute('href', LATIN)
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).sort()))
    .toEqual(['app_version', 'user_preferences'])
})

test('a font that an earlier version has stored under a key of its own is used', async ({ page, failingProxy }) => {
  await page.goto(`${failingProxy.url}/jobs`)
  await page.waitForFunction(isStored)
  await page.evaluate(() => {
    localStorage.setItem('font', document.documentElement.dataset['font'] ?? '')
    localStorage.removeItem('user_preferences')
  })
  await page.reload()
  await page.waitForFunction(isStored)
  expect(await page.evaluate(() => localStorage.getItem('font'))).toBe(null)
  await page.reload()
  await page.waitForFunction(isUsed)
})

test('a font that cannot be downloaded is requested again by the next page', async ({ page, failingProxy }) => {
  let isBroken = true
  await page.route(LATIN, (route) => (isBroken ? route.fulfill({ status: 502 }) : route.continue()))
  const responded = page.waitForResponse(LATIN)
  await page.goto(`${failingProxy.url}/jobs`)
  await responded
  expect(await page.evaluate(isStored)).toBe(false)
  isBroken = false
  await page.goto(`${failingProxy.url}/results`)
  await page.waitForFunction(isStored)
})
