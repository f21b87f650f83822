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
  // The browser itself answers questions that come too quickly as one.
  await page.addInitScript(() => {
    const update = Reflect.get(
      ServiceWorkerRegistration.prototype,
      'update',
    ) as () => Promise<ServiceWorkerRegistration>
    const counted = Object.assign(window, { looks: 0 })
    ServiceWorkerRegistration.prototype.update = function look() {
      counted.looks += 1
      return update.call(this)
    }
  })
  await page.clock.install()
  await page.goto(`${front.url}/contact`)
  await page.clock.runFor(5_000)
  await controlled(page)
  const looks = () => page.evaluate(() => (window as unknown as { looks: number }).looks)
  const looksDuring = async (milliseconds: number) => {
    const before = await looks()
    await page.clock.runFor(milliseconds)
    return (await looks()) - before
  }
  const show = (state: 'visible' | 'hidden') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)

  const { workerChecks } = front
  expect(await looksDuring(90_000)).toBe(3)
  await expect.poll(() => front.workerChecks).toBeGreaterThan(workerChecks)
  await show('hidden')
  expect(await looksDuring(90_000)).toBe(0)
  const before = await looks()
  await show('visible')
  expect(await looks(), 'at once when it is seen again').toBe(before + 1)
  expect(await looksDuring(30_000)).toBe(1)
})
