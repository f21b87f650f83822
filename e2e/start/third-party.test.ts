import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectPage, hydrated, launchBrowser, newPage } from './browser.ts'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, startServer, type Server } from './server.ts'

/** A server of third-party scripts, as an operator may configure them. */
let scripts: HttpServer
let server: Server
let browser: Browser

beforeAll(async () => {
  scripts = createServer((request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(`globalThis.loaded = [...(globalThis.loaded ?? []), '${request.url}']`)
  })
  await new Promise<void>((resolve) => scripts.listen(0, resolve))
  const origin = `http://localhost:${(scripts.address() as AddressInfo).port}`
  server = await startServer(preparedFolder(), {
    env: {
      ANALYTICS_SCRIPT_URL: `${origin}/analytics.js`,
      SPEED_INSIGHTS_SCRIPT_URL: '/missing/insights.js',
      AD_SCRIPT_URL: `${origin}/ads.js`,
    },
  })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  scripts.close()
  await cleanUp()
})

interface Visit {
  hasClock?: boolean
  viewport?: { width: number; height: number }
}

async function visit(path: string, { hasClock = false, ...options }: Visit = {}) {
  const page = await newPage(browser, options)
  if (hasClock) await page.clock.install()
  const notes: string[] = []
  const consoleErrors: string[] = []
  page.on('console', (line) => (line.type() === 'info' ? notes : consoleErrors).push(line.text()))
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  await page.goto(server.url + path)
  await hydrated(page)
  return { page, notes, consoleErrors }
}

/** Waits until the page is rated. @returns its score */
async function rated(page: Page): Promise<number> {
  const score = async () => {
    await page.clock.runFor(1_000)
    return page.locator('html').getAttribute('data-ad-score')
  }
  await expect.poll(score).not.toBe(null)
  return Number(await score())
}

const loaded = () => (globalThis as { loaded?: string[] }).loaded ?? []

test('a missing third-party script is a note in the console and nothing else', async () => {
  const { page, notes, consoleErrors } = await visit('/jobs')
  await expect.poll(() => notes).toHaveLength(1)
  expect(notes[0]).toContain('/missing/insights.js')
  await expect.poll(() => page.evaluate(loaded)).toContain('/analytics.js')
  // The browser itself reports the missing file; neither the content security policy nor our code reports an error.
  expect(consoleErrors.filter((line) => !/status of 404|is not executable/.test(line))).toEqual([])
})

const slots = (page: Page) => page.locator('[data-ad-slot]')
const footerTop = (page: Page) =>
  page.locator('.site-footer').evaluate((footer) => footer.getBoundingClientRect().top + scrollY)

test('room for advertising is reserved, and becomes slots after some seconds if the page has enough content', async () => {
  const { page } = await visit('/privacy', { hasClock: true })
  await expectPage(page.locator('[data-ad-space]')).toHaveCount(2)
  await expectPage(slots(page)).toHaveCount(0)
  const before = await footerTop(page)
  expect(await rated(page)).toBeGreaterThanOrEqual(75)
  await expectPage(slots(page)).toHaveCount(2)
  expect(await slots(page).evaluateAll((all) => all.map((slot) => slot.dataset['adSlot']))).toEqual([
    'content',
    'banner',
  ])
  expect(await slots(page).evaluateAll((all) => all.map((slot) => slot.clientHeight))).toEqual([280, 100])
  expect(await footerTop(page), 'nothing has moved').toBe(before)
  await expect.poll(() => page.evaluate(loaded)).toContain('/ads.js')

  await page.evaluate(() => {
    document.addEventListener('ad-slots', () => document.documentElement.setAttribute('data-told', ''))
    document.documentElement.removeAttribute('data-ad-score')
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Disclaimer' }).click()
  await expectPage(page).toHaveURL(`${server.url}/disclaimer`)
  await rated(page)
  await expectPage(page.locator('html'), 'the script learns of the slots of a further page').toHaveAttribute(
    'data-told',
  )
  await expectPage(slots(page), 'only the page on screen has slots').toHaveCount(2)
  await expectPage(page.locator('script[src$="/ads.js"]')).toHaveCount(1)
  await page.evaluate(() => document.documentElement.removeAttribute('data-ad-score'))
  await page.goBack()
  await expectPage(slots(page), 'the page that was left, until it is rated').toHaveCount(0)
  await rated(page)
  await expectPage(page.locator('main:not([aria-hidden]) [data-ad-slot]')).toHaveCount(2)
  await page.close()
})

test('search results and filtered lists are rated like other pages', async () => {
  for (const path of ['/search?q=ssc', '/jobs?search=ssc']) {
    const { page } = await visit(path, { hasClock: true })
    await expectPage(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
    expect(await rated(page)).toBeGreaterThan(0)
    await page.close()
  }
})

test('room of a page with too little content stays empty on the screen, so that nothing moves', async () => {
  const { page } = await visit('/jobs?search=qqqq', { hasClock: true, viewport: { width: 360, height: 2_000 } })
  const before = await footerTop(page)
  expect(await rated(page)).toBeLessThan(70)
  await expectPage(page.locator('[data-ad-space]:visible')).toHaveCount(2)
  expect(await footerTop(page)).toBe(before)
  expect(await slots(page).count()).toBe(0)
  expect(await page.evaluate(loaded)).not.toContain('/ads.js')
  await page.close()
})

test('room of a page with too little content is given up below the screen', async () => {
  const { page } = await visit('/jobs?search=qqqq', { hasClock: true, viewport: { width: 360, height: 100 } })
  expect(await rated(page)).toBeLessThan(70)
  await expectPage(page.locator('[data-ad-space]:visible')).toHaveCount(0)
  expect(await slots(page).count()).toBe(0)
  await page.close()
})

test('the privacy policy names the hosts of third-party scripts', async () => {
  const html = await (await fetch(`${server.url}/privacy`)).text()
  expect(html).toContain(`your browser also loads scripts of localhost:${(scripts.address() as AddressInfo).port}`)
})

test.each([
  ['/newsletter', /^\d+$/],
  ['/unknown', /^0$/],
  ['/jobs/unknown-job', /^0$/],
  ['/offline', /^0$/],
])('%s offers no room for advertising, but is rated', async (path, score) => {
  const { page } = await visit(path, { hasClock: true })
  expect(String(await rated(page))).toMatch(score)
  expect(await page.locator('[data-ad-space], [data-ad-slot]').count()).toBe(0)
  expect(await page.evaluate(loaded)).not.toContain('/ads.js')
  await page.close()
})
