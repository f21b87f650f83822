import {
  controlled,
  deviceNetwork,
  expect,
  FAILURES,
  LIST,
  makeOld,
  NOTICE,
  allowConsoleError,
  stored,
  test,
  visit,
} from './app-journey.ts'

const OFFLINE = "You're offline - Some features may be limited"

test.beforeEach(({ consoleErrors }) => allowConsoleError(consoleErrors, FAILURES))

test('visited pages can be read offline, and are loaded again when the network is back', async ({ page }) => {
  const network = await deviceNetwork(page)
  await page.goto(LIST)
  await controlled(page)
  await page.locator(`main a[href="${NOTICE}"]`).click()
  await expect(page).toHaveURL(NOTICE)
  await stored(page, LIST)
  await stored(page, NOTICE)

  await network.takeAway()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await page.reload()
  await network.takeAway()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('UPSC CDS (I) 2027')
  await expect(page.locator('main > .saved-copy')).toHaveText(/^Saved copy of \d{1,2}:\d\d (AM|PM)$/)
  // The tap had transferred only a part of the page; the copy is a whole document.
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await page.getByRole('link', { name: 'Latest Jobs' }).first().click()
  await expect(page).toHaveURL(LIST)
  await expect(page.locator('main .notice-card').first()).toBeVisible()

  await page.goto('/results')
  await network.takeAway()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're offline")
  await expect(page).toHaveTitle(/^You're offline/)
  await expect(page.getByText('cannot be reached')).toBeHidden()
  await expect(page.locator('.saved-pages a', { hasText: 'Latest Jobs' })).toBeVisible()
  await page.locator('.saved-pages a', { hasText: 'UPSC CDS (I) 2027' }).click()
  await expect(page.getByText('Applications open')).toBeVisible()

  await page.goto('/results')
  await network.takeAway()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await network.giveBack()
  await expect(page.getByRole('heading', { level: 1, name: /Government Exam Results/ })).toBeVisible()
  await expect(page).toHaveURL('/results')
  await expect(page.getByText(OFFLINE)).toBeHidden()
})

test('a page read offline is updated when the network is back', async ({ page, baseURL }) => {
  const network = await deviceNetwork(page)
  await visit(page, `${baseURL}${LIST}`)
  await makeOld(page, `${baseURL}${LIST}`)
  await network.takeAway()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('As it was')
  await network.takeAway()
  await network.giveBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latest Jobs')
  await expect(page.locator('.saved-copy')).toHaveCount(0)
})

test('a cached page of another day shows its date', async ({ page, baseURL }) => {
  const network = await deviceNetwork(page)
  await visit(page, `${baseURL}${NOTICE}`)
  await network.takeAway()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expect(page.getByText('This page is as it was')).toBeHidden()
  await makeOld(page, `${baseURL}${NOTICE}`)
  await page.reload()
  await network.takeAway()
  await expect(page.locator('main > .saved-copy')).toHaveText('Saved copy of 20-11-2020 7:02 AM')
  await expect(page.getByText(/^This page is as it was on 20-11-2020, [\d,]+ days ago\.$/)).toBeVisible()
})

test('pages of the admin and responses of the API are never cached', async ({ page, context }) => {
  await page.goto('/contact')
  await controlled(page)
  await stored(page, '/contact')
  await page.goto('/admin/login')
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.goto('/search?q=ssc')
  await stored(page, '/search?q=ssc')
  const paths = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(paths).toContain('/offline')
  expect(paths.filter((path) => /^\/(admin|rest|auth|functions|storage|realtime)/.test(path))).toEqual([])
  const scripts = await page.evaluate(async () => {
    const keys = await caches.keys()
    const shell = await caches.open(keys.find((name) => name.startsWith('shell')) ?? '')
    const texts = await Promise.all((await shell.matchAll()).map((response) => response.text()))
    return texts.join('\n')
  })
  expect(scripts).not.toContain('GoTrueClient')

  await context.setOffline(true)
  await expect(page.goto('/admin/login')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})

test('the photo resizer opens and works offline once it was visited', async ({ page }) => {
  const network = await deviceNetwork(page)
  await visit(page, '/photo-resizer')
  await page.reload()
  await expect(page.getByLabel('Choose a picture')).toBeEnabled()
  await network.takeAway()
  await page.reload()
  await network.takeAway()
  await expect(page.getByLabel('Choose a picture')).toBeEnabled()
  const buffer = Buffer.from(
    await page.evaluate(() => {
      const canvas = document.createElement('canvas')
      canvas.getContext('2d')?.fillRect(0, 0, 100, 100)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    }),
    'base64',
  )
  await page.getByLabel('Choose a picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('region', { name: 'Your picture' }).getByRole('status')).toHaveText(/^It fits the size/)
})

test('titles in Hindi are marked in the list of pages that can be read offline', async ({ page }) => {
  const network = await deviceNetwork(page)
  const path = '/jobs/maharashtra-rajyaseva-pariksha-2026-online-avedan'
  await page.goto(path)
  await controlled(page)
  await stored(page, path)
  await network.takeAway()
  await page.goto('/results')
  await network.takeAway()
  const title = page
    .locator('.saved-pages')
    .getByRole('link')
    .filter({ hasText: /[\u0900-\u097F]/ })
  await expect(title.locator('[lang="hi"]').first()).toBeVisible()
})
