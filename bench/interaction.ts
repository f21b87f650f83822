import { chromium, type Locator, type Page } from '@playwright/test'
import { showTable } from '#bench/figures.ts'
import { startServer, temporaryFolder } from './running-server.ts'

/** CPU throttling factor that stands for a cheap phone. */
const slowdown = 4

type Act = (page: Page) => Promise<void>

/** The most frequent interactions, and the page on which each is measured. */
const uses: Record<string, { path: string; act: Act }> = {
  'typing in the header': { path: '/', act: (page) => typeInto(page, page.getByRole('combobox')) },
  'typing in a section of the home page': {
    path: '/',
    act: (page) => typeInto(page, page.getByRole('searchbox').first()),
  },
  'typing in the box of a list': { path: '/jobs', act: (page) => typeInto(page, page.locator('.list-search input')) },
  'opening and closing the menu': { path: '/', act: toggleMenu },
}

/** Prints how long visitors wait for the next frame after a key or a tap, as the browser itself reports it (Event Timing). */
export async function measureInteraction(): Promise<void> {
  const folder = temporaryFolder()
  const server = await startServer(folder.path)
  const executablePath = process.env['CHROME_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const rows: Record<string, Record<string, number>> = {}
    for (const [name, { path, act }] of Object.entries(uses)) {
      const page = await browser.newPage({ viewport: { width: 360, height: 640 }, hasTouch: true })
      await page.goto(server.url + path, { waitUntil: 'networkidle' })
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await recordInteractions(page)
      await act(page)
      rows[name] = summary(
        await page.evaluate(() => performance.getEntriesByName('interaction').map((e) => e.duration)),
      )
      await page.close()
    }
    showTable(
      `Time from a key or a tap to the next frame, processor slowed ${slowdown} times; the target is 50 ms`,
      rows,
    )
  } finally {
    await browser.close()
    await server.stop()
    folder.remove()
  }
}

/** Event Timing reports every interaction that took 16 ms or longer, in steps of 8 ms. */
async function recordInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const { name, startTime, duration } of list.getEntries()) {
        if (!/^(keydown|input|click)$/.test(name)) continue
        performance.measure('interaction', { start: startTime, duration })
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

async function typeInto(page: Page, box: Locator): Promise<void> {
  await box.focus()
  await page.keyboard.type('railway recruitment 2026', { delay: 120 })
  for (let key = 0; key < 12; key += 1) await page.keyboard.press('Backspace', { delay: 60 })
  await page.waitForTimeout(1_000)
}

async function toggleMenu(page: Page): Promise<void> {
  for (let time = 0; time < 5; time += 1) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.waitForTimeout(400)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(400)
  }
}

function summary(durations: number[]): Record<string, number> {
  const sorted = durations.sort((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return {
    'above 16 ms': sorted.length,
    'p50 ms': percentile(0.5),
    'p90 ms': percentile(0.9),
    'worst ms': sorted.at(-1) ?? 0,
  }
}
