import type { Page, Route } from '@playwright/test'
import { hydrated } from '#e2e/visitor/browser-test.ts'
import { cards, expect, farNotice, heading, markDocument, pathOf, test } from './adversity.ts'

const SCRIPT = /\/assets\/main-[\w-]+\.js$/

/** The wait for the script after a tap, in milliseconds. */
const WAIT_MS = 400

/** Lets a tap wait until the test releases the script, however slow the machine is. */
const waitLonger = (milliseconds: number) => {
  const start = window.setTimeout
  const slow = (act: TimerHandler, time?: number, ...given: unknown[]) =>
    start(act, time === milliseconds ? 60_000 : time, ...given)
  window.setTimeout = slow as typeof setTimeout
}

/** Opens the list of jobs and holds its script back. */
async function openWithoutScript(
  page: Page,
  url: string,
  { isReleased }: { isReleased: boolean },
): Promise<{ release: () => Promise<void> }> {
  if (isReleased) await page.addInitScript(waitLonger, WAIT_MS)
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
  const { release } = await openWithoutScript(page, failingProxy.url, { isReleased: true })
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

test('a link that is pressed before the script is loaded, but not tapped, opens nothing; a later tap needs no further request', async ({
  page,
  failingProxy,
}) => {
  const { release } = await openWithoutScript(page, failingProxy.url, { isReleased: true })
  const path = await pathOf(farNotice(page))
  await farNotice(page).hover()
  await page.mouse.down()
  await expect.poll(() => failingProxy.pageRequests(path), 'the press requests the page').toBe(1)
  await page.mouse.move(0, 0)
  await page.mouse.up()
  await release()
  await hydrated(page)
  await expect(page).toHaveURL(`${failingProxy.url}/jobs`)
  const assertSame = await markDocument(page)
  await farNotice(page).click()
  await expect(page).toHaveURL(failingProxy.url + path)
  await expect(heading(page)).toBeVisible()
  await assertSame()
  expect(failingProxy.pageRequests(path)).toBe(1)
})

test('the rest of a page is laid out only after the page that was tapped has arrived', async ({
  page,
  failingProxy,
}) => {
  const { release } = await openWithoutScript(page, failingProxy.url, { isReleased: true })
  const path = await pathOf(farNotice(page))
  failingProxy.hang(/^\/jobs\/./)
  await farNotice(page).click({ noWaitAfter: true })
  await release()
  const restExcluded = page.locator('html[data-ready][data-top-first]')
  await expect(restExcluded).toBeAttached()
  // Long enough for the layout of all 25 notices, of which each frame lays out some.
  await page.evaluate(async () => {
    await new Promise((idle) => requestIdleCallback(idle))
    for (let frame = 0; frame < 60; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
  })
  await expect(restExcluded).toBeAttached()
  failingProxy.release()
  await expect(page).toHaveURL(failingProxy.url + path)
  await hydrated(page)
})

test('a tap is handled by the browser when the script does not load', async ({ page, failingProxy }) => {
  await openWithoutScript(page, failingProxy.url, { isReleased: false })
  const path = await pathOf(farNotice(page))
  await farNotice(page).click({ noWaitAfter: true })
  await expect(page).toHaveURL(failingProxy.url + path)
})

test('a tap before the script is loaded shows an error when the page cannot be reached', async ({
  page,
  failingProxy,
}) => {
  const { release } = await openWithoutScript(page, failingProxy.url, { isReleased: true })
  failingProxy.failing = /^\/jobs\/./
  failingProxy.proxyStatus = 502
  await farNotice(page).click({ noWaitAfter: true })
  await release()
  await expect(page.getByText('Suchana could not be reached.')).toBeVisible()
  await expect(cards(page)).toHaveCount(25)
})

test('a tap before the script is loaded shows an error after 15 seconds when the server does not answer', async ({
  page,
  failingProxy,
}) => {
  const { release } = await openWithoutScript(page, failingProxy.url, { isReleased: true })
  failingProxy.hang(/^\/jobs\/./)
  await farNotice(page).click({ noWaitAfter: true })
  await release()
  await hydrated(page)
  await expect(page.getByText('Suchana could not be reached.')).toBeVisible()
  await expect(cards(page)).toHaveCount(25)
})
