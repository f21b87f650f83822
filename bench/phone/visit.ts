import type { Browser } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import type { MeasuredPage } from './measured-pages.ts'
import { pointOf, openPhone, until, untilPainted, type Phone } from './phone.ts'
import type { Site } from './site.ts'
import type { SlowLine, Transfer } from './slow-line.ts'

export type Figures = Record<string, number>

/** Milliseconds between the first paint and the second kind of tap. */
const TAP_DELAY = 500

/** Milliseconds without requests after which a page counts as settled. */
const SETTLED = 3_000

/** One round: every figure of a page, each measured in a new browser context. */
export async function visit(browser: Browser, site: Site, page: MeasuredPage): Promise<Figures> {
  const figures: Figures = {}
  for (const part of [tapAtOnce, tapAfterPause, navigate]) {
    const phone = await openPhone(browser)
    site.line.transfers = []
    await part({ phone, line: site.line, page, figures }).catch((error: Error) =>
      console.error(site.name, error.message),
    )
    await phone.close()
  }
  return figures
}

interface Visit {
  phone: Phone
  line: SlowLine
  page: MeasuredPage
  figures: Figures
}

/** Measures a tap right after the first paint. */
async function tapAtOnce({ phone, line, page: { path, links }, figures }: Visit): Promise<void> {
  await open(phone, line.url + path)
  figures['first tap ms'] = await tap(phone, links.first)
}

/** Measures a tap while scripts are loading. */
async function tapAfterPause({ phone, line, page: { path, links }, figures }: Visit): Promise<void> {
  await open(phone, line.url + path)
  await pause(TAP_DELAY)
  figures[`tap ${TAP_DELAY} ms after the first paint ms`] = await tap(phone, links.first)
}

/** Opens an address and waits for its first paint. */
async function open({ page }: Phone, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' })
  await until(page, () => performance.getEntriesByName('first-contentful-paint').length > 0)
}

/** Waits until the page is settled, follows a link, goes back, and follows another one after hovering. */
async function navigate({ phone, line, page: { path, links }, figures }: Visit): Promise<void> {
  const { page } = phone
  await open(phone, line.url + path)
  await settled(phone, line, SETTLED)
  Object.assign(figures, await firstView(phone), bytesOf(line.transfers))

  await reveal(phone, links.settled)
  figures['settled tap ms'] = await tap(phone, links.settled)
  await settled(phone, line, 1_000)
  figures['requests for the tapped page'] = line.transfers.filter(({ path: requested }) =>
    isOf(links.settled, requested),
  ).length

  figures['Back ms'] = await untilPainted(page, () => page.evaluate(() => history.back()))
  await settled(phone, line, 1_000)

  const { x, y } = await reveal(phone, links.hovered)
  await page.mouse.move(x, y)
  await pause(300)
  figures['tap after hover ms'] = await untilPainted(page, async () => {
    await page.mouse.down()
    await page.mouse.up()
  })
}

/** Waits until the script of the page has started and the line has been idle for this many milliseconds. */
async function settled({ page }: Phone, line: SlowLine, milliseconds: number): Promise<void> {
  await until(page, () => document.querySelector('html[data-hydrated], html[data-ready]') !== null)
  await line.idle(milliseconds)
}

/** Scrolls to a link half a second before it is tapped, as a visitor would. */
async function reveal({ page }: Phone, path: string): Promise<{ x: number; y: number }> {
  await pointOf(page, path)
  await pause(500)
  return pointOf(page, path)
}

async function tap({ page }: Phone, path: string): Promise<number> {
  const { x, y } = await pointOf(page, path)
  return untilPainted(page, () => page.touchscreen.tap(x, y))
}

async function firstView({ page, session }: Phone): Promise<Figures> {
  const { firstPaint, largestPaint, layoutShift, blocked } = await page.evaluate(() => window.bench.firstView())
  const { metrics } = await session.send('Performance.getMetrics')
  const spent = (name: string) => 1_000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN)
  return {
    'first paint ms': firstPaint,
    'LCP ms': largestPaint,
    CLS: layoutShift,
    'blocked (TBT) ms': blocked,
    'main thread, scripts ms': spent('ScriptDuration'),
    'main thread, all tasks ms': spent('TaskDuration'),
  }
}

/** Bytes that were transferred until the first view was settled. */
function bytesOf(transfers: Transfer[]): Figures {
  const kilobytes = (some: Transfer[]) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000
  const kinds = { HTML: 'document', scripts: 'script', fonts: 'font' }
  const named: string[] = Object.values(kinds)
  return {
    ...Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => [
        `${name} KB`,
        kilobytes(transfers.filter(({ destination }) => destination === kind)),
      ]),
    ),
    'other KB': kilobytes(transfers.filter(({ destination }) => !named.includes(destination))),
    'all KB': kilobytes(transfers),
  }
}

/** Whether a request is for a page: for its document, or for the data that React Router requests. */
function isOf(page: string, requested: string): boolean {
  const [path = ''] = requested.split('?')
  return path.replace(/^\/_(root)?\.data$/, '/').replace(/\.data$/, '') === page
}
