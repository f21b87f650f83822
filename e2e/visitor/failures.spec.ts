import { expect, expectConsoleError, hydrated, test } from './browser-test.ts'

test('a script that does not load is aborted after 120 seconds, and its form still works', async ({ page, clock }) => {
  const notes: string[] = []
  page.on('console', (message) => message.type() === 'info' && notes.push(message.text()))
  await clock.install()
  await page.goto('/jobs')
  await hydrated(page)
  await page.route(/start-search-box/, () => new Promise(() => undefined))
  const field = page.getByRole('combobox')
  const requested = page.waitForRequest(/start-search-box/)
  await clock.pauseAt(Date.now() + 60_000)
  await field.click()
  await requested
  await clock.runFor(118_000)
  expect(notes.filter((note) => note.includes('search-box'))).toEqual([])
  await clock.runFor(3_000)
  await expect.poll(() => notes.join()).toContain('Loading chunk failed: no answer within 120 seconds')
  await clock.resume()
  await field.fill('ssc')
  await field.press('Enter')
  await expect(page).toHaveURL('/search?q=ssc')
})

test('a list whose search fails keeps its rows and shows an error', async ({ page, consoleErrors }) => {
  await page.goto('/jobs')
  await hydrated(page)
  const rows = page.getByRole('main').locator('.notice-card')
  await page.route('**/jobs?search=*', (route) => route.fulfill({ status: 503, body: 'away' }))
  await page.getByRole('main').getByRole('searchbox').fill('railway')
  // The stars bring an alert of their own, which is empty.
  const failure = page.getByRole('alert').filter({ hasText: 'Suchana could not be reached.' })
  await expect(failure).toBeVisible()
  await expect(rows).toHaveCount(25)
  await expect(page.getByText('No jobs found')).toHaveCount(0)
  await page.unroute('**/jobs?search=*')
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/for "railway"$/)
  await expect(failure).toBeHidden()
  expectConsoleError(consoleErrors, /status of 503/)
})
