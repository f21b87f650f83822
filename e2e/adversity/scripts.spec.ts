import { NOTICE } from '#e2e/offline/app-journey.ts'
import {
  cards,
  clickRetry,
  expect,
  failure,
  farNotice,
  heading,
  hydrated,
  idle,
  linksIn,
  markDocument,
  open,
  allowConsoleError,
  pathOf,
  test,
} from './adversity.ts'

test.describe('prefetched pages', () => {
  test('a failed prefetch changes nothing, and the page opens on request', async ({ page, failingProxy }) => {
    failingProxy.failing = /^\/jobs\/./
    failingProxy.proxyStatus = 502
    await open(page, `${failingProxy.url}/jobs`)
    const assertSame = await markDocument(page)
    const before = await linksIn(page)
    const link = farNotice(page)
    const path = await pathOf(link)
    await link.scrollIntoViewIfNeeded()
    const scrollPosition = await page.evaluate(() => scrollY)
    await link.hover()
    await expect.poll(() => failingProxy.pageRequests(path)).toBe(1)
    await idle(page)
    await expect(page).toHaveURL(`${failingProxy.url}/jobs`)
    await expect(failure(page)).toHaveCount(0)
    expect(await linksIn(page)).toEqual(before)
    expect(await page.evaluate(() => scrollY)).toBe(scrollPosition)

    failingProxy.proxyStatus = null
    await link.click()
    await expect(page).toHaveURL(failingProxy.url + path)
    await expect(page.getByRole('heading', { name: 'Important dates' })).toBeVisible()
    await assertSame()
  })

  test('a prefetched page opens even if the proxy fails meanwhile', async ({ page, failingProxy }) => {
    await open(page, `${failingProxy.url}/jobs`)
    const link = farNotice(page)
    const path = await pathOf(link)
    const responded = page.waitForResponse(failingProxy.url + path)
    await link.hover()
    await (await responded).finished()
    failingProxy.proxyStatus = 502
    await link.click()
    await expect(page).toHaveURL(failingProxy.url + path)
    await expect(page.getByRole('heading', { name: 'Important dates' })).toBeVisible()
    await expect(failure(page)).toHaveCount(0)
  })
})

for (const serviceWorkers of ['block', 'allow'] as const) {
  test.describe(`without a network, service worker: ${serviceWorkers}`, () => {
    test.use({ serviceWorkers })

    test('scrolling over links without a network changes nothing', async ({
      page,
      context,
      failingProxy,
      isInstalled,
    }) => {
      await open(page, `${failingProxy.url}/jobs`, isInstalled)
      await idle(page)
      const assertSame = await markDocument(page)
      const before = await linksIn(page)
      await context.setOffline(true)
      const finger = await context.newCDPSession(page)
      for (let swipe = 0; swipe < 4; swipe += 1) {
        const from = await page.evaluate(() => scrollY)
        await finger.send('Input.synthesizeScrollGesture', { x: 180, y: 500, yDistance: -250, speed: 1_500 })
        await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(from)
      }
      // A touch on a link that is cancelled.
      const box = await cards(page).nth(8).getByRole('link').boundingBox()
      const point = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 }
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
      await idle(page)
      await expect(page).toHaveURL(`${failingProxy.url}/jobs`)
      expect(await linksIn(page)).toEqual(before)
      await expect(failure(page)).toHaveCount(0)
      await assertSame()
    })
  })
}

test('a tap without a network and without a service worker leaves the page on screen', async ({
  page,
  failingProxy,
  context,
}) => {
  await open(page, `${failingProxy.url}/jobs`)
  const assertSame = await markDocument(page)
  const path = await pathOf(farNotice(page))
  await context.setOffline(true)
  await farNotice(page).click()
  await expect(failure(page)).toContainText('Suchana could not be reached.')
  await expect(cards(page)).toHaveCount(25)
  await context.setOffline(false)
  await clickRetry(page)
  await expect(page).toHaveURL(failingProxy.url + path)
  await assertSame()
})

test.describe('missing files', () => {
  test.beforeEach(({ consoleErrors }) => allowConsoleError(consoleErrors, /status of 404.*\/assets\//))

  test('a missing script of an island leaves its form working and reloads nothing', async ({ page, failingProxy }) => {
    await open(page, `${failingProxy.url}/jobs`)
    const assertSame = await markDocument(page)
    failingProxy.lost = /^\/assets\/start-search-box-/
    const field = page.getByRole('combobox', { name: 'Search the whole site' })
    await field.click()
    await expect
      .poll(() => failingProxy.requests.some(({ path }) => path.startsWith('/assets/start-search-box-')))
      .toBe(true)
    await page.keyboard.type('ssc')
    await expect(field).toHaveValue('ssc')
    await assertSame()
    await field.press('Enter')
    await expect(page).toHaveURL(`${failingProxy.url}/search?q=ssc`)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/results for "ssc"$/)
    await assertSame()
  })

  test('a page whose lazy scripts are missing can be read, searched and left', async ({ page, failingProxy }) => {
    failingProxy.lost = /^\/assets\/(?!main-).*\.js/
    await open(page, `${failingProxy.url}/`)
    const assertSame = await markDocument(page)
    await idle(page)
    await page
      .getByRole('region', { name: 'Results', exact: true })
      .getByRole('link', { name: /^View More/ })
      .click()
    await expect(page).toHaveURL(`${failingProxy.url}/results`)
    await page.getByRole('main').getByRole('searchbox').fill('rrb')
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/for "rrb"$/)
    await cards(page).first().getByRole('link').click()
    await expect(page).toHaveURL(/\/results\/[a-z0-9-]+$/)
    await page.goBack()
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('rrb')
    await assertSame()
  })

  test('without the main script every link and form works as without JavaScript', async ({ page, failingProxy }) => {
    failingProxy.hasAssets = false
    await page.goto(`${failingProxy.url}/jobs`)
    await page.getByRole('main').getByRole('link', { name: 'Show more' }).click()
    await expect(page).toHaveURL(/\/jobs\?after=/)
    await cards(page).first().getByRole('link').click()
    await expect(page).toHaveURL(/\/jobs\/[a-z0-9-]+$/)
    await page.getByRole('combobox', { name: 'Search the whole site' }).fill('ssc')
    await page.getByRole('combobox', { name: 'Search the whole site' }).press('Enter')
    await expect(page).toHaveURL(`${failingProxy.url}/search?q=ssc`)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/results for "ssc"$/)
  })
})

test.describe('files that are missing at first', () => {
  test.beforeEach(({ consoleErrors }) => allowConsoleError(consoleErrors, /status of 404.*\/assets\//))

  test('the stars appear when the script that starts later was missing at first', async ({ page, failingProxy }) => {
    const script = /^\/assets\/start-later-[\w-]+\.js/
    failingProxy.lost = script
    await open(page, `${failingProxy.url}/jobs`)
    await expect.poll(() => failingProxy.requests.some(({ path }) => script.test(path))).toBe(true)
    const star = cards(page)
      .first()
      .getByRole('button', { name: /^Save / })
    await expect(star).toHaveCount(0)
    failingProxy.lost = null
    await expect(star).toBeVisible()
  })

  test('a part of the script whose style sheet was missing requests it again with the next tap', async ({
    page,
    failingProxy,
  }) => {
    const styles = /^\/assets\/share-sheet-[\w-]+\.css/
    const requested = () => failingProxy.requests.filter(({ path }) => styles.test(path)).length
    await open(page, failingProxy.url + NOTICE)
    failingProxy.lost = styles
    const button = page.getByRole('button', { name: 'More ways' })
    await button.click()
    await expect.poll(requested).toBe(1)
    failingProxy.lost = null
    await expect(async () => {
      await button.click()
      await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    expect(requested()).toBe(2)
    expect(await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? '').join(' '))).toContain(
      '/assets/share-sheet-',
    )
  })
})

test('after a deployment a tap loads the page of the new build as a document', async ({ page, failingProxy }) => {
  await open(page, `${failingProxy.url}/jobs`)
  await markDocument(page)
  const path = await pathOf(farNotice(page))
  failingProxy.version = 2
  await farNotice(page).click()
  await expect(page).toHaveURL(failingProxy.url + path)
  await expect(page.getByRole('heading', { name: 'Important dates' })).toBeVisible()
  await expect(page.locator('html[data-marked]')).toHaveCount(0)
  await expect(page.locator('html[data-build$="-2"]')).toHaveCount(1)
  expect(failingProxy.documents).toContain(path)

  // From here on, pages of the new build are swapped in.
  await hydrated(page)
  const assertSame = await markDocument(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL(`${failingProxy.url}/contact`)
  await assertSame()
})

test('after a deployment going back shows the cached list, and the open page is not replaced', async ({
  page,
  failingProxy,
}) => {
  await open(page, `${failingProxy.url}/jobs`)
  const links = await linksIn(page)
  await farNotice(page).click()
  await expect(page.getByRole('heading', { name: 'Important dates' })).toBeVisible()
  const assertSame = await markDocument(page)
  failingProxy.version = 2
  await page.goBack()
  await expect.poll(() => linksIn(page)).toEqual(links)
  await idle(page)
  expect(await linksIn(page)).toEqual(links)
  await assertSame()
})

test('after a deployment the assets of an open page remain available', async ({ page, failingProxy }) => {
  await open(page, failingProxy.url + NOTICE)
  const [script = ''] = /\/assets\/main-[\w-]+\.js/.exec(await page.content()) ?? []
  expect(script).not.toBe('')
  const response = await page.request.get(failingProxy.url + script)
  expect([response.status(), response.headers()['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  await expect(heading(page)).toContainText('UPSC CDS (I) 2027')
})
