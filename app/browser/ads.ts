import { adEligibility } from '#domain/ad-eligibility.ts'
import { readPageText } from './page-text.ts'
import { allOnPage } from '#app/browser/shown-page.ts'

/** Space that the server reserves for an advertisement. Source: docs/behaviour/public-pages.md#advertising */
const SPACE = '[data-ad-space]'

/**
 * Rates the page on screen, and turns the reserved space into slots if the page has enough content of its own. A
 * page without reserved space is only rated: `data-ad-score` of the document is the score.
 *
 * @returns whether there are new slots
 */
export function rateForAds(): boolean {
  const { score, ...allowed } = adEligibility(readPageText())
  document.documentElement.dataset['adScore'] = String(score)
  let hasSlots = false
  for (const space of allOnPage(`${SPACE}:not([data-ad-slot])`)) {
    const name = space.dataset['adSpace'] === 'banner' ? 'banner' : 'content'
    if (!allowed[name]) hideBelowScreen(space)
    else {
      Object.assign(space.dataset, { adSlot: name })
      space.setAttribute('role', 'region')
      space.setAttribute('aria-label', 'Advertisement')
      hasSlots = true
    }
  }
  return hasSlots
}

/** Space on screen stays empty: if it were hidden, the content below would move. */
function hideBelowScreen(space: HTMLElement): void {
  if (space.getBoundingClientRect().top >= innerHeight) space.hidden = true
}
