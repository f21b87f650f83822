import { controlled, expect, test } from './app-journey.ts'

const BANNER = 'New version available!'

test('a new version is offered, and taken over with one reload of this tab', async ({ page, context, front }) => {
  await page.clock.install()
  await page.goto(`${front.url}/jobs`)
  await page.clock.runFor(5_000)
  await controlled(page)
  const other = await context.newPage()
  await other.goto(`${front.url}/contact`)
  await other.getByLabel('Full Name').fill('half a message')

  front.version = 2
  await page.clock.runFor(31_000)
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(other.getByText(BANNER)).toBeVisible()
  const loads = front.documents.length
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => front.documents.length).toBe(loads + 1)
  await page.clock.runFor(5_000)
  await controlled(page)
  await expect(page.getByText(BANNER)).toBeHidden()
  await page.clock.runFor(40_000)
  await expect(page.getByText(BANNER)).toBeHidden()
  expect(front.documents.length, 'one reload').toBe(loads + 1)
  await expect(other.getByLabel('Full Name')).toHaveValue('half a message')

  await other.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(other.getByLabel('Full Name')).toHaveValue('')
  expect(front.documents.slice(loads)).toEqual(['/jobs', '/contact'])
})

test('the offer can be closed', async ({ page, front }) => {
  await page.clock.install()
  await page.goto(`${front.url}/contact`)
  await page.clock.runFor(5_000)
  await controlled(page)
  front.version = 2
  await page.clock.runFor(31_000)
  await page.getByRole('button', { name: `Close: ${BANNER}` }).click()
  await expect(page.getByText(BANNER)).toBeHidden()
})

test('it is looked for every 30 seconds, but not while nobody sees the page', async ({ page, front }) => {
  await page.clock.install()
  await page.goto(`${front.url}/contact`)
  await page.clock.runFor(5_000)
  await controlled(page)
  const checksDuring = async (seconds: number) => {
    const before = front.workerChecks
    for (let passed = 0; passed < seconds; passed += 10) {
      await page.clock.runFor(10_000)
      await page.evaluate(() => new Promise((resolve) => performance.now() && queueMicrotask(() => resolve(null))))
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    return front.workerChecks - before
  }
  const show = (state: 'visible' | 'hidden') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)

  expect(await checksDuring(90)).toBe(3)
  await show('hidden')
  expect(await checksDuring(90)).toBe(0)
  await show('visible')
  await expect.poll(() => front.workerChecks, 'at once when it is seen again').toBeGreaterThan(0)
  expect(await checksDuring(30)).toBeGreaterThan(0)
})

test('an update stands before the offer to install, which comes when it is closed', async ({ page, front }) => {
  await page.goto(`${front.url}/contact`)
  await controlled(page)
  await expect(page.locator('.banners')).toBeAttached()
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
  await expect(page.getByText('Install Suchana')).toBeVisible()
  front.version = 2
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update().then(() => undefined))
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(page.getByText('Install Suchana')).toBeHidden()
  await page.getByRole('button', { name: `Close: ${BANNER}` }).click()
  await expect(page.getByText('Install Suchana')).toBeVisible()
})
