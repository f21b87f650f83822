import { controlled, expect, test } from './app-journey.ts'

const BANNER = 'New version available!'

test('a new version is offered in every tab, and applied with one reload of the tab that accepts', async ({
  page,
  context,
  failingProxy,
}) => {
  await page.clock.install()
  await page.goto(`${failingProxy.url}/jobs`)
  await page.clock.runFor(5_000)
  await controlled(page)
  const other = await context.newPage()
  await other.goto(`${failingProxy.url}/contact`)
  await other.getByLabel('Full Name').fill('half a message')

  failingProxy.version = 2
  await page.clock.runFor(31_000)
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(other.getByText(BANNER)).toBeVisible()
  const loads = failingProxy.documents.length
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => failingProxy.documents.length).toBe(loads + 1)
  await page.clock.runFor(5_000)
  await controlled(page)
  await expect(page.getByText(BANNER)).toBeHidden()
  await page.clock.runFor(40_000)
  await expect(page.getByText(BANNER)).toBeHidden()
  expect(failingProxy.documents.length, 'one reload').toBe(loads + 1)
  await expect(other.getByLabel('Full Name')).toHaveValue('half a message')

  await other.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(other.getByLabel('Full Name')).toHaveValue('')
  expect(failingProxy.documents.slice(loads)).toEqual(['/jobs', '/contact'])
})

test('the update banner can be closed', async ({ page, failingProxy }) => {
  await page.clock.install()
  await page.goto(`${failingProxy.url}/contact`)
  await page.clock.runFor(5_000)
  await controlled(page)
  failingProxy.version = 2
  await page.clock.runFor(31_000)
  await page.getByRole('button', { name: `Close: ${BANNER}` }).click()
  await expect(page.getByText(BANNER)).toBeHidden()
})

test('updates are checked every 30 seconds, but not while the page is hidden', async ({ page, failingProxy }) => {
  await page.addInitScript(() => {
    const counted = Object.assign(globalThis, { checks: 0 })
    const { prototype } = ServiceWorkerRegistration
    const update = Reflect.get(prototype, 'update') as () => Promise<ServiceWorkerRegistration>
    prototype.update = function () {
      counted.checks++
      return update.call(this)
    }
  })
  await page.clock.install()
  await page.goto(`${failingProxy.url}/contact`)
  await page.clock.runFor(5_000)
  await controlled(page)
  const checks = () => page.evaluate(() => (globalThis as unknown as { checks: number }).checks)
  const checksDuring = async (milliseconds: number) => {
    const before = await checks()
    await page.clock.runFor(milliseconds)
    return (await checks()) - before
  }
  const show = (state: 'visible' | 'hidden') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)

  expect(await checksDuring(90_000)).toBe(3)
  // Waits for the checks in flight: browsers merge a check that begins meanwhile with them, and send no request for it.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update().then(() => undefined))
  const requests = failingProxy.workerChecks
  await show('hidden')
  expect(await checksDuring(90_000)).toBe(0)
  const hidden = await checks()
  await show('visible')
  expect(await checks(), 'at once when the page becomes visible').toBe(hidden + 1)
  expect(await checksDuring(30_000)).toBe(1)
  await expect.poll(() => failingProxy.workerChecks, 'the server receives the check').toBeGreaterThan(requests)
})

test('the update banner has priority over the install banner, which appears after it was closed', async ({
  page,
  failingProxy,
}) => {
  await page.goto(`${failingProxy.url}/contact`)
  await controlled(page)
  await expect(page.locator('.banners')).toBeAttached()
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
  await expect(page.getByText('Install Suchana')).toBeVisible()
  failingProxy.version = 2
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update().then(() => undefined))
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(page.getByText('Install Suchana')).toBeHidden()
  await page.getByRole('button', { name: `Close: ${BANNER}` }).click()
  await expect(page.getByText('Install Suchana')).toBeVisible()
})
