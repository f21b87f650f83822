import { adEligibility } from '#domain/ad-eligibility.ts'
import { readPageText } from './page-text.ts'

/** Where the server reserves room for an advertisement. Source: docs/behaviour/public-pages.md#advertising */
const ROOM = '[data-ad-room]'

/**
 * Rates the page on screen, and opens the reserved room as slots if the page has enough content of its own. A page
 * without room is only rated: the document says the score.
 *
 * @returns whether there are new slots
 */
export function rateForAds(): boolean {
  const { score, ...allowed } = adEligibility(readPageText())
  document.documentElement.dataset['adScore'] = String(score)
  let hasSlots = false
  for (const room of document.querySelectorAll<HTMLElement>(`${ROOM}:not([data-ad-slot])`)) {
    const name = room.dataset['adRoom'] === 'banner' ? 'banner' : 'content'
    if (!allowed[name]) giveUp(room)
    else {
      Object.assign(room.dataset, { adSlot: name })
      room.setAttribute('role', 'region')
      room.setAttribute('aria-label', 'Advertisement')
      hasSlots = true
    }
  }
  return hasSlots
}

/** Room on screen stays empty: without it, what is below would move. */
function giveUp(room: HTMLElement): void {
  if (room.getBoundingClientRect().top >= innerHeight) room.hidden = true
}
