import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2 AA and good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Expects that axe finds nothing on a page in its present state, at the size and in the theme of the project.
 *
 * Axe runs in the page itself: its other mode opens a second page to put results together, which takes as long again.
 *
 * @param what the state of the page, for the message
 * @param part selector of what is judged
 */
export async function expectNoViolations(page: Page, what = page.url(), part = 'html'): Promise<void> {
  // Half a megabyte of script is not read again by a page that has it; frames may be new.
  const hasAxe = page.frames().length === 1 && (await page.evaluate(() => 'axe' in globalThis))
  const axe = new AxeBuilder({ page, ...(hasAxe && { axeSource: '/* axe is here */' }) })
  axe.include(part).setLegacyMode()
  // Of what passes, only violations are of interest; the rest would be collected and sent for nothing.
  const { violations } = await axe
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
  expect(found, what).toEqual([])
}
