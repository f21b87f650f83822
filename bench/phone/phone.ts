import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { deviceFonts } from '#e2e/device-fonts.ts'
import { FROM, PAINTED, recordPaints } from './page-script.ts'

/** CPU throttling factor that stands for a cheap phone. */
export const SLOWDOWN = 4

/** Milliseconds after which waiting for a page fails. */
const TIMEOUT = 30_000

/** A tab of a slow phone with empty caches. */
export interface Phone {
  page: Page
  session: CDPSession
  close(): Promise<void>
}

/**
 * Playwright disables the back-forward cache and paint holding, which are enabled for visitors. Chromium uses the last
 * of several --disable-features arguments, so this one overrides Playwright's, which disables paint holding. A font for
 * Hindi is installed, as on phones.
 */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--ignore-certificate-errors',
      '--disable-gpu',
      '--disable-features=MediaRouter,OptimizationHints',
    ],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    env: { ...process.env, FONTCONFIG_FILE: deviceFonts({ hasHindi: true }) },
  })
}

export async function openPhone(browser: Browser): Promise<Phone> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
  await context.addInitScript(recordPaints, [FROM, PAINTED] as [string, string])
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const slow = () => session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await session.send('Performance.enable')
  await slow()
  // A navigation may start another renderer process, which is not throttled yet.
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) slow().catch(() => undefined)
  })
  return { page, session, close: () => context.close() }
}

/**
 * The middle of a visible link's first line; scrolls to the link when it is outside of the viewport, and waits for it: a
 * page is painted before the rest of its document has arrived.
 */
export function pointOf(page: Page, path: string): Promise<{ x: number; y: number }> {
  return until(
    page,
    (href) => {
      const link = [...document.querySelectorAll(`main a[href="${href}"]`)].find((found) => found.checkVisibility())
      if (!link) return null
      const line = () => link.getClientRects()[0] ?? new DOMRect()
      if (line().top < 0 || line().bottom > innerHeight) link.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = line()
      return { x: left + width / 2, y: top + height / 2 }
    },
    path,
  )
}

/** Waits until the page returns a truthy value for the text; navigations in the meantime are allowed. */
export async function until<T>(page: Page, read: (text: string) => T | null, text = ''): Promise<T> {
  const end = Date.now() + TIMEOUT
  while (Date.now() < end) {
    const value = await Promise.race([page.evaluate(read, text).catch(() => null), pause(TIMEOUT, null)])
    if (value) return value as T
    await pause(20)
  }
  throw new Error(`Timeout after ${TIMEOUT / 1_000} s at ${page.url()}`)
}

/** @returns milliseconds from the act until a page with another heading is painted */
export async function untilPainted(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => window.bench.arm())
  const start = Date.now()
  const acted = act().catch(() => undefined)
  const painted = await until(page, () => sessionStorage.getItem('bench-painted'))
  await acted
  return Number(painted) - start
}
