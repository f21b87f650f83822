import type { Page } from '@playwright/test'
import { bannersLoaded, controlled, expect, test } from './app-journey.ts'

const stored = {
  app_version: '1.9.0',
  auth_tokens: 'session',
  user_preferences: '{"drafts":[]}',
  theme: 'dark',
  other: 'x',
}

/** All that is stored. That a font was loaded may be among the preferences by now. */
const storage = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>)

test('a first visit only stores the version', async ({ page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('app_version')) localStorage.setItem('other', 'x')
  })
  await page.goto('/contact')
  await controlled(page)
  const { user_preferences: _font, ...others } = await storage(page)
  expect(others).toEqual({ app_version: '2.0.0-realtime', other: 'x' })
})

test('a new version clears the storage except session and preferences, once', async ({ page, failingProxy }) => {
  await page.goto(`${failingProxy.url}/contact`)
  await controlled(page)
  await page.evaluate(async (values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
    await (await caches.open('left behind')).put('/x', new Response('x'))
  }, stored)
  const checks = failingProxy.workerChecks
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('app_version'))).toBe('2.0.0-realtime')
  await expect.poll(() => page.evaluate(() => caches.has('left behind'))).toBe(false)
  const { user_preferences, ...others } = await storage(page)
  expect(others).toEqual({ app_version: '2.0.0-realtime', auth_tokens: 'session' })
  expect(JSON.parse(user_preferences ?? '')).toMatchObject({ drafts: [] })
  await expect.poll(() => failingProxy.workerChecks, 'service workers are asked to update').toBeGreaterThan(checks)
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/offline')))).toBe(true)

  const loads = failingProxy.documents.length
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  await controlled(page)
  await bannersLoaded(page)
  expect(await page.evaluate(() => localStorage.getItem('theme')), 'nothing is cleared twice').toBe('dark')
  expect(failingProxy.documents.length, 'nothing is loaded twice').toBe(loads + 1)
})

test('without storage the page works and does not reload in a loop', async ({ page, failingProxy }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.goto(`${failingProxy.url}/contact`)
  await controlled(page)
  await bannersLoaded(page)
  expect(failingProxy.documents).toEqual(['/contact'])
})
