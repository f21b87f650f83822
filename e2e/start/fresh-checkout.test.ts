import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { afterAll, expect, test } from 'vitest'
import { checkout, launch } from './command.ts'
import { cleanUp, newFolder, serverOn, shownAccount, shownJobs, signIn, untilReady, type Server } from './server.ts'

afterAll(cleanUp)

const folder = join(newFolder(), 'checkout')
const minutes = 60_000

/** What git would have in a fresh clone. */
function copyCheckout(): void {
  const ignored = readFileSync(join(checkout, '.gitignore'), 'utf8').match(/^\/?[\w.-]+(?=\/$)/gm) ?? []
  const skipped = new Set(['.git', ...ignored.map((name) => name.replace('/', ''))])
  cpSync(checkout, folder, { recursive: true, filter: (path) => !skipped.has(relative(checkout, path)) })
}

async function npm(...args: string[]): Promise<Server> {
  const settings = await serverOn(join(folder, 'data'))
  return untilReady(launch('npm', args, { cwd: folder, env: settings }), settings)
}

test('npm start can be stopped while it installs', async () => {
  copyCheckout()
  expect(existsSync(join(folder, 'node_modules'))).toBe(false)
  const command = launch('npm', ['start'], { cwd: folder, env: await serverOn(join(folder, 'data')) })
  await command.says('Installing the dependencies')
  await sleep(1_500)
  expect(await command.stop('SIGINT')).toBeLessThan(5_000)
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test('npm start is all that a fresh checkout needs', { timeout: 5 * minutes }, async () => {
  const server = await npm('start')
  for (const step of ['Installing the dependencies', 'Building the site', 'Creating the database', 'Loaded the sample'])
    expect(server.output()).toContain(step)
  const account = shownAccount(server.output())
  expect(account && (await signIn(server, account))).toBe(200)
  expect(await shownJobs(server)).toBe(25)
  expect(await server.stop()).toBeLessThan(5_000)

  const next = await npm('start')
  expect(next.output()).not.toMatch(/Installing|Building|Creating|password/)
  await next.stop()
})

test('npm run dev shows a change without losing the page', { timeout: 2 * minutes }, async () => {
  const server = await npm('run', 'dev')
  const { CHROME_PATH } = process.env
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(CHROME_PATH && { executablePath: CHROME_PATH }),
  })
  try {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    const hydrated = () => page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
    await page.goto(server.url)
    await hydrated()
    // Vite reloads a page once when it meets a dependency for the first time.
    await page.waitForLoadState('networkidle')
    await hydrated()
    await page.evaluate(() => Object.assign(window, { kept: true }))

    edit('app/site/layout/site-footer.tsx', (text) => text.replace('<footer', '<footer title="edited"'))
    await page.waitForSelector('footer[title=edited]', { state: 'attached' })
    edit('app/ui/styles.css', (text) => `${text}\nfooter { outline: 7px solid; }\n`)
    await page.waitForFunction(() => getComputedStyle(document.querySelector('footer')!).outlineWidth === '7px')
    expect(await page.evaluate(() => 'kept' in window)).toBe(true)
    expect(await (await fetch(server.url)).text()).toContain('<footer title="edited"')
    expect(complaints).toEqual([])
  } finally {
    await browser.close()
  }
  expect(await server.stop('SIGINT')).toBeLessThan(5_000)
})

function edit(file: string, change: (text: string) => string): void {
  const path = join(folder, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}
