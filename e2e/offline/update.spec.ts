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
  const show = (state: 'visible' | 'hidden') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)

  const before = front.workerChecks
  const checks = () => front.workerChecks - before
  for (const count of [1, 2, 3]) {
    await page.clock.runFor(30_000)
    await expect.poll(checks).toBe(count)
  }
  await show('hidden')
  await page.clock.runFor(90_000)
  await show('visible')
  await expect.poll(checks, 'at once when it is seen again, and none before').toBe(4)
  await page.clock.runFor(30_000)
  await expect.poll(checks).toBe(5)
})
