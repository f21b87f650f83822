import type { Page, Route } from '@playwright/test'
import { cards, expect, farNotice, heading, markDocument, pathOf, test } from './adversity.ts'

const SCRIPT = /\/assets\/main-[\w-]+\.js$/

/** Opens the jobs and holds the script of the page back. */
async function openWithoutScript(page: Page, url: string): Promise<{ release: () => Promise<void> }> {
  let held: Route | undefined
  await page.route(SCRIPT, (route) => void (held = route))
  await page.goto(`${url}/jobs`, { waitUntil: 'commit' })
  await expect(cards(page)).toHaveCount(25)
  await expect.poll(() => held !== undefined).toBe(true)
  return { release: () => held!.continue() }
}

test('a tap before the script has come shows the page as soon as it has, and asks for it once', async ({
  page,
  front,
}) => {
  const { release } = await openWithoutScript(page, front.url)
  const isSameDocument = await markDocument(page)
  const path = await pathOf(farNotice(page))
  await farNotice(page).click({ noWaitAfter: true })
  await release()
  await expect(page).toHaveURL(front.url + path)
  await expect(heading(page)).toBeVisible()
  await isSameDocument()
  expect(front.pageRequests(path)).toBe(1)
  await page.goBack()
  await expect(cards(page)).toHaveCount(25)
})

test('a tap is the browser’s when the script does not come', async ({ page, front }) => {
  await openWithoutScript(page, front.url)
  const path = await pathOf(farNotice(page))
  await farNotice(page).click({ noWaitAfter: true })
  await expect(page).toHaveURL(front.url + path)
})

test('a tap whose page cannot be reached leaves the reader where they are', async ({ page, front }) => {
  const { release } = await openWithoutScript(page, front.url)
  front.failing = /^\/jobs\/./
  front.proxyStatus = 502
  await farNotice(page).click({ noWaitAfter: true })
  await release()
  await expect(page.getByText('Suchana could not be reached.')).toBeVisible()
  await expect(cards(page)).toHaveCount(25)
})
