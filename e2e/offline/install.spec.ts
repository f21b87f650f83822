import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { painted } from '#e2e/visitor/browser-test.ts'
import { bannersLoaded, controlled, expect, test } from './app-journey.ts'

/** Sends the event that Chromium sends to a page that can be installed; a test browser never sends it by itself. */
function offerToInstall(page: Page, answer: 'accepted' | 'dismissed' = 'accepted') {
  return page.evaluate((outcome) => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        document.documentElement.dataset['asked'] = outcome
        return Promise.resolve({ outcome })
      },
    })
    dispatchEvent(offer)
    return offer.defaultPrevented
  }, answer)
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

test('the install banner opens the prompt of the browser, once', async ({ page }) => {
  await page.goto('/contact')
  await controlled(page)
  expect(await offerToInstall(page), "the browser's own banner stays away").toBe(true)
  await expect(page.getByText('Install Suchana')).toBeVisible()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'accepted')
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
