import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlErrors } from '#e2e/html/html-errors.ts'
import { startNuChecker } from '#e2e/html/nu-checker.ts'
import { expectPage, hydrated, launchBrowser, newPage } from './browser.ts'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, databaseUrl, query, startServer, type Server } from './server.ts'
import { send, startBeside } from './several-servers.ts'
import { openDatabaseProxy, type DatabaseProxy } from '#test/fakes/database-proxy.ts'

const LINE = 'Suchana could not be reached.'
const newsletterUnreachable =
  'The list could not be reached, so your address may not be stored yet. It is still here: please try again in a moment.'

let owner: Server
let proxy: DatabaseProxy
let server: Server
let browser: Browser
let stopChecker: () => void
beforeAll(async () => {
  stopChecker = await startNuChecker()
  owner = await startServer(preparedFolder())
  proxy = await openDatabaseProxy(databaseUrl(owner.dataDir))
  // Without a page cache every page queries the database.
  server = await startBeside(owner, proxy.url, { PAGE_CACHE_MEGABYTES: '0' })
  browser = await launchBrowser()
})
afterAll(async () => {
  stopChecker?.()
  await browser?.close()
  await cleanUp()
})

const postNewsletter = (email: string, client = '203.0.113.9') =>
  send(`${server.url}/newsletter`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': client },
    body: new URLSearchParams({ email }).toString(),
  })

describe('database unreachable and page cache off', () => {
  test('database unreachable: every page responds with 503 and an error above its empty state', async () => {
    proxy.cut()
    try {
      for (const [path, empty] of [
        ['/', 'No jobs available at the moment'],
        ['/jobs', 'No jobs found'],
        ['/results?search=rrb', 'No results found'],
        ['/search?q=ssc', 'No results found for &quot;ssc&quot;'],
        ['/jobs/upsc-cds-i-2027-online-form', 'No jobs available at the moment'],
        ['/recruitments/upsc-cds-1-2027', 'No jobs available at the moment'],
        ['/unknown', 'No jobs available at the moment'],
      ] as const) {
        const { status, text, headers } = await send(server.url + path)
        const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
        expect([path, status, headers['x-suchana']]).toEqual([path, 503, 'page'])
        expect(main).toMatch(/^<main[^>]*><div class="unreachable" role="alert">/)
        expect(main).toContain(LINE)
        expect([path, main.indexOf(empty) > main.indexOf(LINE)]).toEqual([path, true])
        expect(text).toContain('<meta name="robots" content="noindex"')
        expect(main).not.toMatch(/\b0 (results|jobs)/)
        expect([path, await htmlErrors(text)]).toEqual([path, []])
      }
      // Pages without data from the database work.
      expect((await send(`${server.url}/contact`)).status).toBe(200)
      expect((await send(`${server.url}/search/dropdown?q=ssc`)).status).toBe(503)
      expect((await send(`${server.url}/sections/jobs?search=ssc`)).status).toBe(503)
    } finally {
      await proxy.repair()
    }
  })

  test('database unreachable: the newsletter form keeps the typed address and reports the error', async () => {
    proxy.cut()
    try {
      const { status, text } = await postNewsletter('asha@example.org')
      expect(status).toBe(503)
      const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
      expect(main).toContain('value="asha@example.org"')
      expect(main).toContain(newsletterUnreachable)
    } finally {
      await proxy.repair()
    }
    await expect.poll(async () => (await postNewsletter('asha@example.org')).status).toBe(200)
  })

  test('a database that only reads, as a replica does: the newsletter does not say that the address is known', async () => {
    // A connection to the database itself could not end this.
    const url = databaseUrl(owner.dataDir, 'postgres')
    const reconnect = (setting: string) =>
      query(
        url,
        `alter database suchana ${setting};
         select pg_terminate_backend(pid) from pg_stat_activity
          where datname = 'suchana' and application_name = 'suchana'`,
      )
    await reconnect('set default_transaction_read_only = on')
    try {
      for (const client of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
        const { status, text } = await postNewsletter('ravi@example.org', client)
        expect([client, status]).toEqual([client, 503])
        expect(text).toContain(newsletterUnreachable)
        expect(text).toContain('value="ravi@example.org"')
      }
    } finally {
      await reconnect('reset default_transaction_read_only')
    }
    await expect.poll(async () => (await postNewsletter('ravi@example.org', '203.0.113.4')).status).toBe(200)
    expect((await postNewsletter('ravi@example.org', '203.0.113.5')).status).toBe(422)
  })

  test('database unreachable: the newsletter form says so in the page, too, and keeps the typed address', async () => {
    const page = await newPage(browser)
    await page.goto(`${server.url}/contact`)
    await hydrated(page)
    const form = page.locator('footer form.newsletter')
    await form.getByRole('textbox').fill('usha@example.org')
    proxy.cut()
    try {
      await form.getByRole('button', { name: 'Subscribe' }).click()
      await expectPage(form.getByRole('status')).toHaveText(newsletterUnreachable)
      expect(await form.getByRole('textbox').inputValue()).toBe('usha@example.org')
    } finally {
      await proxy.repair()
    }
    await page.close()
  })

  test('database unreachable: Retry works, and the page retries by itself', async () => {
    const page = await newPage(browser)
    proxy.cut()
    await page.goto(`${server.url}/jobs`)
    await hydrated(page)
    const line = page.locator('main > .unreachable')
    expect(await line.innerText()).toContain(LINE)
    await line.getByRole('link', { name: 'Retry' }).click()
    await line.getByRole('link', { name: 'Retry' }).and(page.locator(':not([aria-busy])')).waitFor()
    // The message remains while retries fail.
    expect(await line.count()).toBe(1)
    await proxy.repair()
    await page.locator('.notice-card').first().waitFor()
    expect(await line.count()).toBe(0)
    expect(await page.locator('.notice-card').count()).toBe(25)
    await page.close()
  })

  test('database unreachable: Retry works without scripts', async () => {
    const page = await newPage(browser, { javaScriptEnabled: false })
    proxy.cut()
    await page.goto(`${server.url}/results?search=rrb`)
    expect(await page.locator('main > .unreachable').innerText()).toContain(LINE)
    await proxy.repair()
    await expect
      .poll(async () => {
        await page
          .locator('main > .unreachable a')
          .click({ timeout: 1_000 })
          .catch(() => undefined)
        return page.locator('.notice-card').count()
      })
      .toBeGreaterThan(0)
    expect(page.url()).toBe(`${server.url}/results?search=rrb`)
    await page.close()
  })
})

describe('database unreachable and pages in memory', () => {
  test.each(['light', 'dark'] as const)(
    'a page from memory says when it was rendered, and is replaced when the database is back, theme %s',
    async (colorScheme) => {
      const own = await openDatabaseProxy(databaseUrl(owner.dataDir))
      const cached = await startBeside(owner, own.url)
      const page = await newPage(browser, { colorScheme, viewport: { width: 360, height: 740 } })
      await send(`${cached.url}/jobs`)
      own.cut()
      await expect.poll(async () => (await send(`${cached.url}/jobs`)).headers['x-saved-at']).toBeDefined()
      await page.goto(`${cached.url}/jobs`)
      const line = page.locator('main > .saved-copy')
      await expectPage(line).toHaveText(/^Saved copy of \d{1,2}:\d\d [AP]M$/)
      expect(await page.locator('.notice-card').count()).toBe(25)
      await hydrated(page)
      await own.repair()
      await expectPage(line).toHaveCount(0)
      expect(await page.locator('.notice-card').count()).toBe(25)
      await page.close()
      await cached.stop()
    },
  )
})

test('assets of an earlier build remain available after a deployment', async () => {
  const dataDir = preparedFolder()
  const assets = join(dataDir, 'assets', '0123456789abcdef', 'assets')
  mkdirSync(assets, { recursive: true })
  writeFileSync(join(assets, 'main-Earlier1.js'), 'export const build = 1')
  const deployed = await startServer(dataDir)
  const { status, text, headers } = await send(`${deployed.url}/assets/main-Earlier1.js`)
  expect([status, text]).toEqual([200, 'export const build = 1'])
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  })
  expect((await send(`${deployed.url}/assets/main-NeverWas.js`)).status).toBe(404)
})
