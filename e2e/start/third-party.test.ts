import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hydrated, launchBrowser, newPage } from './browser.ts'
import { cleanUp, newFolder, startServer, type Server } from './server.ts'

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
  server = await startServer(join(newFolder(), 'data'), {
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

async function visit(path: string, { hasClock = false } = {}) {
  const page = await newPage(browser)
  if (hasClock) await page.clock.install()
  const notes: string[] = []
  const consoleErrors: string[] = []
  page.on('console', (line) => (line.type() === 'info' ? notes : consoleErrors).push(line.text()))
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  await page.goto(server.url + path)
  await hydrated(page)
  return { page, notes, consoleErrors }
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

test('a page with enough content gets advertising slots after some seconds', async () => {
  expect(await (await fetch(`${server.url}/privacy`)).text()).not.toContain('data-ad-slot')
  const { page } = await visit('/privacy', { hasClock: true })
  const slotsOneSecondLater = async () => {
    await page.clock.runFor(1_000)
    return page.locator('[data-ad-slot]').count()
  }
  await expect.poll(slotsOneSecondLater).toBeGreaterThan(0)
  await expect.poll(() => page.evaluate(loaded)).toContain('/ads.js')
})

test('the privacy policy names the hosts of third-party scripts', async () => {
  const html = await (await fetch(`${server.url}/privacy`)).text()
  expect(html).toContain(`your browser also loads scripts of localhost:${(scripts.address() as AddressInfo).port}`)
})

test('a page with little content and an unknown page get no advertising slots', async () => {
  for (const path of ['/newsletter', '/unknown']) {
    const { page } = await visit(path, { hasClock: true })
    await page.clock.runFor(10_000)
    expect(await page.locator('[data-ad-slot]').count()).toBe(0)
    expect(await page.evaluate(loaded)).not.toContain('/ads.js')
  }
})
