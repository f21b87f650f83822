import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { allowConsoleError, painted } from '#e2e/visitor/browser-test.ts'
import { bannersLoaded, controlled, expect, FAILURES, test } from './app-journey.ts'

/** Sends the event that Chromium sends to a page that can be installed; a test browser never sends it by itself. */
function offerToInstall(page: Page) {
  return page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        document.documentElement.dataset['asked'] = ''
        return Promise.resolve({ outcome: 'accepted' })
      },
    })
    dispatchEvent(offer)
    return offer.defaultPrevented
  })
}

test('Chromium considers the site installable', async ({ playwright, baseURL, launchOptions, contextOptions }) => {
  const profile = mkdtempSync(join(tmpdir(), 'suchana-profile-'))
  const context = await playwright.chromium.launchPersistentContext(profile, { ...launchOptions, ...contextOptions })
  try {
    const page = await context.newPage()
    await page.goto(`${baseURL}/`)
    await controlled(page)
    const session = await context.newCDPSession(page)
    const { errors, url, data } = await session.send('Page.getAppManifest')
    expect([errors, url]).toEqual([[], `${baseURL}/manifest.webmanifest`])
    expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Suchana', display: 'standalone' })
    expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
})

test('with 200 % text the highest banner, that of an iPhone, leaves the end of the page visible', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' })
    Reflect.deleteProperty(window, 'PushManager')
  })
  await page.goto('/contact')
  await controlled(page)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await page.evaluate(() => dispatchEvent(new Event('meaningful-action')))
  await expect(page.getByText('Add to Home Screen')).toBeVisible()
  const overlap = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const [last, banner] = await Promise.all([
      page.getByText('© 2026').boundingBox(),
      page.locator('.banner').first().boundingBox(),
    ])
    return (last?.y ?? 0) + (last?.height ?? 0) - (banner?.y ?? 0)
  }
  await expect.poll(overlap).toBeLessThanOrEqual(0)
})

test('the message about a page that cannot be reached stands above the banners', async ({
  page,
  failingProxy,
  consoleErrors,
}) => {
  allowConsoleError(consoleErrors, FAILURES)
  await page.goto(`${failingProxy.url}/contact`)
  await controlled(page)
  await offerToInstall(page)
  await expect(page.getByText('Install Suchana')).toBeVisible()
  failingProxy.proxyStatus = 502
  await page.getByRole('contentinfo').getByRole('link', { name: 'Disclaimer' }).click()
  await expect(page.locator('.unreachable.bar')).toBeVisible()
  const [message, banner] = await Promise.all([
    page.locator('.unreachable.bar').boundingBox(),
    page.locator('.banner').boundingBox(),
  ])
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(banner?.y ?? 0)
})

test('the install banner opens the prompt of the browser, once', async ({ page }) => {
  await page.goto('/contact')
  await controlled(page)
  expect(await offerToInstall(page), "the browser's own banner stays away").toBe(true)
  await expect(page.getByText('Install Suchana')).toBeVisible()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-asked')
  await expect(page.getByText('Install Suchana')).toBeHidden()
})

test('the install banner is hidden after it was closed and after the app was installed', async ({ page }) => {
  await page.goto('/contact')
  await controlled(page)
  await offerToInstall(page)
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await expect(page.getByText('Install Suchana')).toBeHidden()
  await offerToInstall(page)
  await page.getByRole('button', { name: 'Close: Install Suchana' }).click()
  await page.reload()
  await bannersLoaded(page)
  await offerToInstall(page)
  await painted(page)
  await expect(page.getByText('Install Suchana')).toBeHidden()
})

test('an install event before the banner script is loaded is not lost', async ({ page, failingProxy }) => {
  failingProxy.hang(/\/start-later-[\w-]+\.js$/)
  await page.goto(`${failingProxy.url}/contact`)
  await expect.poll(() => failingProxy.heldBack).toBe(1)
  await offerToInstall(page)
  failingProxy.release()
  await expect(page.getByText('Install Suchana')).toBeVisible()
})

test('the installed app does not show the install banner', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
  await page.goto('/contact')
  await bannersLoaded(page)
  await offerToInstall(page)
  await painted(page)
  await expect(page.getByText('Install Suchana')).toBeHidden()
})
