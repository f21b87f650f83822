import type { Page, Route } from '@playwright/test'
import { cards, expect, farNotice, heading, markDocument, pathOf, test } from './adversity.ts'

const SCRIPT = /\/assets\/main-[\w-]+\.js$/

/** Opens the list of jobs and holds its script back. */
async function openWithoutScript(page: Page, url: string): Promise<{ release: () => Promise<void> }> {
  let held: Route | undefined
  await page.route(SCRIPT, (route) => void (held = route))
  await page.goto(`${url}/jobs`, { waitUntil: 'commit' })
  await expect(cards(page)).toHaveCount(25)
  await expect.poll(() => held !== undefined).toBe(true)
  return { release: () => held!.continue() }
}

test('a tap before the script is loaded opens the page once it is, with one request', async ({
  page,
  failingProxy,
}) => {
  const { release } = await openWithoutScript(page, failingProxy.url)
  const assertSame = await markDocument(page)
  const path = await pathOf(farNotice(page))
  await farNotice(page).click({ noWaitAfter: true })
  await release()
  await expect(page).toHaveURL(failingProxy.url + path)
  await expect(heading(page)).toBeVisible()
  await assertSame()
  expect(failingProxy.pageRequests(path)).toBe(1)
  await page.goBack()
  await expect(cards(page)).toHaveCount(25)
})

test('a tap is handled by the browser when the script does not load', async ({ page, failingProxy }) => {
  await openWithoutScript(page, failingProxy.url)
  const path = await pathOf(farNotice(page))
  await farNotice(page).click({ noWaitAfter: true })
  await expect(page).toHaveURL(failingProxy.url + path)
})

test('a tap before the script is loaded shows an error when the page cannot be reached', async ({
  page,
  failingProxy,
}) => {
  const { release } = await openWithoutScript(page, failingProxy.url)
  failingProxy.failing = /^\/jobs\/./
  failingProxy.proxyStatus = 502
  await farNotice(page).click({ noWaitAfter: true })
  await release()
  await expect(page.getByText('Suchana could not be reached.')).toBeVisible()
  await expect(cards(page)).toHaveCount(25)
})
