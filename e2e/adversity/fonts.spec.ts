import { expect, farNotice, hydrated, idle, test } from './adversity.ts'

/** The file of the English font, and whether the page on screen shows it. */
const LATIN = /noto-sans-latin-[\w-]+\.woff2$/
const isShown = () =>
  [...document.fonts].some(({ family, status }) => family.includes('Noto Web') && status === 'loaded')

test('the English font comes after everything else, and is shown from the next document on', async ({
  page,
  front,
}) => {
  const downloads = () => front.requests.filter(({ path }) => LATIN.test(path)).length
  await page.goto(`${front.url}/jobs`)
  await hydrated(page)
  await idle(page)
  expect(downloads()).toBe(0)

  await expect.poll(downloads).toBe(1)
  await page.waitForFunction(() => localStorage.getItem('font') !== null)
  await farNotice(page).click()
  await expect(page).toHaveURL(/\/jobs\/./)
  expect(await page.evaluate(isShown)).toBe(false)

  // From the browser's cache.
  await page.reload()
  await page.waitForFunction(isShown)
  expect(downloads()).toBe(1)
})

test('a font that cannot be downloaded is asked for again on the next page', async ({ page, front }) => {
  let isBroken = true
  await page.route(LATIN, (route) => (isBroken ? route.fulfill({ status: 502 }) : route.continue()))
  const answered = page.waitForResponse(LATIN)
  await page.goto(`${front.url}/jobs`)
  await answered
  expect(await page.evaluate(() => localStorage.getItem('font'))).toBe(null)
  isBroken = false
  await page.goto(`${front.url}/results`)
  await page.waitForFunction(() => localStorage.getItem('font') !== null)
})
