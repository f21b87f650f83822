import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Page } from '@playwright/test'
import { afterAll, afterEach, expect, test } from 'vitest'
import { consoleErrorsOf, expectPage, hydrated, launchBrowser, newPage } from './browser.ts'
import { checkout, endEverything, launch } from './command.ts'
import { FailingProxy } from '#test/fakes/failing-proxy.ts'
import { freePort } from '#test/free-port.ts'
import { cleanUp, newFolder, serverOn, shownAccount, shownJobs, signIn, untilReady, type Server } from './server.ts'

// A test that fails leaves its server running, on the folder of the next one.
afterEach(endEverything)
afterAll(cleanUp)

const folder = join(newFolder(), 'checkout')

/** Copies the files of a fresh clone. */
function copyCheckout(): void {
  const ignored = readFileSync(join(checkout, '.gitignore'), 'utf8').match(/^\/?[\w.-]+(?=\/$)/gm) ?? []
  const skipped = new Set(['.git', ...ignored.map((name) => name.replace('/', ''))])
  cpSync(checkout, folder, { recursive: true, filter: (path) => !skipped.has(relative(checkout, path)) })
}

async function npm(args: string[], env: Record<string, string> = {}): Promise<Server> {
  const settings = await serverOn(join(folder, 'data'), env)
  return untilReady(launch('npm', args, { cwd: folder, env: settings }), settings)
}

test('npm start can be stopped during the installation', async () => {
  copyCheckout()
  expect(existsSync(join(folder, 'node_modules'))).toBe(false)
  const command = launch('npm', ['start'], { cwd: folder, env: await serverOn(join(folder, 'data')) })
  await command.waitForOutput('Installing the dependencies')
  await expect.poll(() => existsSync(join(folder, 'node_modules'))).toBe(true)
  await command.stop('SIGINT')
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test('npm start is all that a fresh checkout needs', async () => {
  const server = await npm(['start'])
  for (const step of ['Installing the dependencies', 'Building the site', 'Creating the database', 'Loaded the sample'])
    expect(server.output()).toContain(step)
  const account = shownAccount(server.output())
  expect(account && (await signIn(server, account))).toBe(200)
  expect(await shownJobs(server)).toBe(25)
  await server.stop()

  const next = await npm(['start'])
  expect(next.output()).not.toMatch(/Installing|Building|Creating|password/)
  await next.stop()
})

test('a new build is offered to open pages, and applied with one reload, also when its server answers late', async () => {
  const env = { PORT: String(await freePort()) }
  const first = await npm(['start'], env)
  let second: Server | undefined
  const proxy = await FailingProxy.before(first.url)
  const browser = await launchBrowser()
  try {
    const page = await newPage(browser)
    const consoleErrors = consoleErrorsOf(page)
    const documents: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
    await page.goto(`${proxy.url}/jobs`)
    await hydrated(page)
    await newestControls(page)
    await first.stop()

    edit('app/document/site-footer.tsx', (text) => text.replace('<footer', '<footer data-build="second"'))
    second = await npm(['start'], env)
    const errorsWhileAway = consoleErrors.splice(0).filter((words) => !/WebSocket|Failed to load resource/.test(words))
    expect(errorsWhileAway).toEqual([])
    expect(second.output()).toContain('Building the site')
    await page.getByRole('link', { name: 'Results', exact: true }).first().click()
    await expectPage(page.getByRole('heading', { level: 1, name: /Results/ }), 'the open page continues').toBeVisible()
    const banner = page.getByText('New version available!')
    await expectPage(banner).toBeVisible()
    expect(documents).toEqual([`${proxy.url}/jobs`])
    await expectPage(page.locator('footer[data-build=second]')).toHaveCount(0)

    // Until then the page is shown from the copy that the old service worker has saved.
    proxy.hang(/^\/results$/)
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    const savedCopy = page.getByText(/^Saved copy of/)
    await expectPage(savedCopy).toBeVisible()
    await expectPage(page.locator('footer[data-build=second]')).toBeAttached()
    proxy.release()
    await expectPage(savedCopy).toBeHidden()
    await expectPage(page.locator('footer[data-build=second]')).toBeAttached()
    await hydrated(page)
    await newestControls(page)
    await expectPage(banner).toBeHidden()
    const scripts = await scriptsOf(page)
    expect(scripts).not.toEqual([])
    for (const path of scripts)
      expect((await fetch(proxy.url + path)).status, `${path} is of the second build`).toBe(200)
    await page.goto(`${proxy.url}/contact`)
    await hydrated(page)
    expect(documents, 'one reload').toEqual(['/jobs', '/results', '/contact'].map((path) => proxy.url + path))
    expect(consoleErrors.filter((words) => !/WebSocket/.test(words))).toEqual([])
  } finally {
    await browser.close()
    await proxy.close()
    await second?.stop()
  }
})

test('npm run dev applies changes without reloading the page', async () => {
  const server = await npm(['run', 'dev'])
  const browser = await launchBrowser()
  try {
    const page = await newPage(browser)
    const consoleErrors = consoleErrorsOf(page)
    await page.goto(server.url)
    await hydrated(page)
    // Vite reloads a page once when it finds a dependency for the first time.
    await page.waitForLoadState('networkidle')
    await hydrated(page)
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))

    edit('app/document/site-footer.tsx', (text) => text.replace('<footer', '<footer title="edited"'))
    await page.waitForSelector('footer[title=edited]', { state: 'attached' })
    edit('app/document/document.css', (text) => `${text}\nfooter { outline: 7px solid; }\n`)
    await page.waitForFunction(() => getComputedStyle(document.querySelector('footer')!).outlineWidth === '7px')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    expect(await (await fetch(server.url)).text()).toContain('<footer title="edited"')
    expect(consoleErrors).toEqual([])
  } finally {
    await browser.close()
  }
  await server.stop('SIGINT')
})

/**
 * Waits until the newest service worker controls the page. While it waits for requests of the earlier one, a browser under
 * test may leave a navigation unanswered, because it ends no worker that it observes.
 */
async function newestControls(page: Page): Promise<void> {
  const isControlled = () =>
    page.evaluate(async () => {
      const { controller } = navigator.serviceWorker
      const registration = await navigator.serviceWorker.getRegistration()
      return controller?.state === 'activated' && registration?.active === controller && !registration.waiting
    })
  await expect.poll(isControlled, { timeout: 120_000 }).toBe(true)
}

function scriptsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  )
}

function edit(file: string, change: (text: string) => string): void {
  const path = join(folder, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}
