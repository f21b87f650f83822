import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { pageErrors } from '#e2e/html/html-errors.ts'

/** WCAG 2.2 AA and best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

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
  // A page that has axe already does not get its half megabyte of script again, unless it has frames, which may be new.
  const hasAxe = page.frames().length === 1 && (await page.evaluate(() => 'axe' in globalThis))
  const axe = new AxeBuilder({ page, ...(hasAxe && { axeSource: '/* axe is here */' }) })
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
