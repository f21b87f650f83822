import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { pageErrors } from '#e2e/html/html-errors.ts'
import { isPhone, settled } from '#e2e/visitor/browser-test.ts'

/** WCAG 2.2 AA and best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Axe as it is published for pages: what AxeBuilder brings is more than twice as long. */
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

interface Look {
  name: string
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}

/** The smallest width with the light colour scheme. */
export const PHONE: Look = { name: 'a phone', viewport: { width: 320, height: 800 }, colorScheme: 'light' }

/** A usual width with the dark colour scheme. */
export const LAPTOP: Look = { name: 'a laptop', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }

/** As expectAccessibleLayout, on a phone and on a laptop. */
export async function expectNoViolationsAtBothSizes(page: Page, what = page.url()): Promise<void> {
  await atBothSizes(page, (size) => expectAccessibleLayout(page, `${what} on ${size}`))
}

/** As expectNoViolations. Nothing is wider than the window either, which makes phones zoom out. */
export async function expectAccessibleLayout(page: Page, what: string): Promise<void> {
  await expectNoViolations(page, what)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(excess, `${what} scrolls sideways`).toBeLessThanOrEqual(0)
}

/**
 * Checks a page on a phone and on a laptop: only styles depend on size and theme, so a page is opened once and then
 * resized. At the end it has its first size again.
 */
export async function atBothSizes(page: Page, check: (size: string) => Promise<void>): Promise<void> {
  const first = page.viewportSize() ?? LAPTOP.viewport
  for (const look of isPhone(first) ? [LAPTOP, PHONE] : [PHONE, LAPTOP]) {
    await resize(page, look)
    await check(look.name)
  }
  await page.setViewportSize(first)
}

/** Gives a page another size and theme, without animations between them, and waits until it is laid out again. */
export async function resize(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await settled(page)
}

/**
 * Expects that axe finds no violations on a page in its present state, at the size and in the theme of the project, and
 * that the document is valid HTML.
 *
 * Axe runs in the page itself: its other mode opens a second page to merge results, which takes twice as long.
 *
 * @param what the state of the page, for the message
 * @param part selector of the part that axe checks
 */
export async function expectNoViolations(page: Page, what = page.url(), part = 'html'): Promise<void> {
  await addAxe(page)
  const axe = new AxeBuilder({ page, axeSource: '/* axe is here */' })
  axe.include(part).setLegacyMode()
  // Only violations are collected: the other results would be sent for nothing.
  const { violations } = await axe
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
  expect(found, what).toEqual([])
  expect(await pageErrors(page), `errors in the HTML: ${what}`).toEqual([])
}

/** Adds axe to each frame that has none: AxeBuilder would add it twice for every check. */
async function addAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE)
  }
}
