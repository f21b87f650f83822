import type { Browser } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import type { MeasuredPage } from './measured-pages.ts'
import { pointOf, takePhone, until, untilPainted, type Phone } from './phone.ts'
import type { Site } from './site.ts'
import type { SlowLine, Transfer } from './slow-line.ts'

export type Figures = Record<string, number>

/** Milliseconds that it takes to look where to tap. */
const LOOK = 500

/** Milliseconds for which a settled page has been idle. */
const SETTLED = 3_000

/** One round: every figure of a page, each from a phone that has never been there. */
export async function visit(browser: Browser, site: Site, page: MeasuredPage): Promise<Figures> {
  const figures: Figures = {}
  for (const part of [arrive, arriveAndLook, stay]) {
    const phone = await takePhone(browser)
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

/** A tap as soon as there is something to tap. */
async function arrive({ phone, line, page: { path, links }, figures }: Visit): Promise<void> {
  await open(phone, line.url + path)
  figures['first tap ms'] = await tap(phone, links.first)
}

/** A tap while scripts are on their way. */
async function arriveAndLook({ phone, line, page: { path, links }, figures }: Visit): Promise<void> {
  await open(phone, line.url + path)
  await pause(LOOK)
  figures[`tap ${LOOK} ms after the first paint ms`] = await tap(phone, links.first)
}

/** Opens an address and waits for its first paint. */
async function open({ page }: Phone, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' })
  await until(page, () => performance.getEntriesByName('first-contentful-paint').length > 0)
}

/** Looks at the page until it is settled, follows a link, comes back, and follows another after hovering. */
async function stay({ phone, line, page: { path, links }, figures }: Visit): Promise<void> {
  const { page } = phone
  await open(phone, line.url + path)
  await settled(phone, line, SETTLED)
  Object.assign(figures, await firstView(phone), bytesOf(line.transfers))

  await reveal(phone, links.settled)
  figures['settled tap ms'] = await tap(phone, links.settled)
  await settled(phone, line, 1_000)
  figures['requests for the tapped page'] = line.transfers.filter(({ path: asked }) =>
    isOf(links.settled, asked),
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

/** The script of the page has started, and the line has been idle for so long. */
async function settled({ page }: Phone, line: SlowLine, milliseconds: number): Promise<void> {
  await until(page, () => document.querySelector('html[data-hydrated], html[data-ready]') !== null)
  await line.idle(milliseconds)
}

/** Scrolls to a link some time before it is tapped, as one must. */
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

/** What the first view, until it is settled, takes from the line. */
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

/** Whether a request is for a page: as a document, or for its data as React Router asks. */
function isOf(page: string, asked: string): boolean {
  const [path = ''] = asked.split('?')
  return path.replace(/^\/_(root)?\.data$/, '/').replace(/\.data$/, '') === page
}
