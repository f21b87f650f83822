import { controlled, expect, keptOffline, overlook, test } from './app-journey.ts'

const LIST = '/jobs'
const NOTICE = '/jobs/upsc-cds-i-2027-online-form'
const OFFLINE = "You're offline - Some features may be limited"

/** Chromium reports every request that a network refuses. */
const REFUSED = /ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_FAILED|WebSocket connection/

test('what was visited can be read offline, and comes fresh again with the network', async ({
  page,
  context,
  complaints,
}) => {
  await page.goto(LIST)
  await controlled(page)
  await page.locator(`main a[href="${NOTICE}"]`).click()
  await expect(page).toHaveURL(NOTICE)
  await keptOffline(page, LIST)
  await keptOffline(page, NOTICE)

  await context.setOffline(true)
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('UPSC CDS (I) 2027')
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await page.getByRole('link', { name: 'Latest Jobs' }).first().click()
  await expect(page.locator('main .notice-card').first()).toBeVisible()

  await page.goto('/results')
  await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
  expect(await page.title()).toContain("You're offline")
  await expect(page.locator('.kept-pages a')).toHaveText([/^UPSC CDS \(I\) 2027/, 'Latest Jobs'])
  // A browser that only plays offline may say 'online' while it changes pages, and the offline page then loads again.
  await expect(async () => {
    await page.locator('.kept-pages a').first().click({ timeout: 1_000 })
    await expect(page.getByText('Applications open')).toBeVisible({ timeout: 2_000 })
  }).toPass()

  await page.goto('/results')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: /Government Exam Results/ })).toBeVisible()
  await expect(page).toHaveURL('/results')
  await expect(page.getByText(OFFLINE)).toBeHidden()
  overlook(complaints, REFUSED)
})

test('with a network again a page that was read offline asks for what has changed', async ({
  page,
  context,
  complaints,
}) => {
  await page.goto(LIST)
  await controlled(page)
  await keptOffline(page, LIST)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  // Data, or the whole document when the network was not quite there yet.
  const asked = page.waitForResponse((answer) => /\/jobs(\.data|$)/.test(answer.url().split('?')[0]!) && answer.ok())
  await context.setOffline(false)
  await asked
  overlook(complaints, REFUSED)
})

test('a page of another day says which, because it counts days', async ({ page, context, complaints }) => {
  await page.goto(NOTICE)
  await controlled(page)
  await keptOffline(page, NOTICE)
  await context.setOffline(true)
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expect(page.getByText('This page is as it was')).toBeHidden()
  await page.evaluate(async (path) => {
    const pages = await caches.open('pages')
    const kept = await pages.match(path, { ignoreVary: true })
    const headers = new Headers(kept?.headers)
    headers.set('date', new Date(Date.now() - 3 * 86_400_000).toUTCString())
    await pages.put(path, new Response(await kept?.blob(), { headers }))
  }, NOTICE)
  await page.reload()
  await expect(page.getByText(/^This page is as it was on \d\d-\d\d-\d{4}, 3 days ago\.$/)).toBeVisible()
  overlook(complaints, REFUSED)
})

test('a network that does not answer leads to the kept page or to the offline page, never to an empty one', async ({
  page,
  front,
  complaints,
}) => {
  await page.goto(front.url + NOTICE)
  await controlled(page)
  await keptOffline(page, NOTICE)
  await page.goto(`${front.url}/privacy`)
  await controlled(page)
  front.isDown = true
  const follow = (href: string) =>
    page.evaluate((address) => {
      const link = Object.assign(document.createElement('a'), { href: address, textContent: 'onwards' })
      document.querySelector('main')?.prepend(link)
      link.click()
    }, href)

  await follow(NOTICE)
  await expect(page.getByText('Applications open')).toBeVisible()
  for (const path of ['/results', '/', '/results/upsc-civil-services-main-result-2026-roll-number-list']) {
    await page.goto(`${front.url}/privacy`)
    await controlled(page)
    await follow(path)
    await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
    await expect(page).toHaveURL(front.url + path)
  }
  overlook(complaints, REFUSED)
})

test('nothing of the back office and of the contract is ever kept', async ({ page, context, complaints }) => {
  await page.goto('/contact')
  await controlled(page)
  await keptOffline(page, '/contact')
  await page.goto('/admin/login')
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.goto('/search?q=ssc')
  await keptOffline(page, '/search?q=ssc')
  const kept = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/offline')
  expect(kept.filter((path) => /^\/(admin|rest|auth|functions|storage|realtime)/.test(path))).toEqual([])
  const scripts = await page.evaluate(async () => {
    const keys = await caches.keys()
    const shell = await caches.open(keys.find((name) => name.startsWith('shell')) ?? '')
    const texts = await Promise.all((await shell.matchAll()).map((answer) => answer.text()))
    return texts.join('\n')
  })
  expect(scripts).not.toContain('GoTrueClient')

  await context.setOffline(true)
  await expect(page.goto('/admin/login')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  overlook(complaints, REFUSED)
})
