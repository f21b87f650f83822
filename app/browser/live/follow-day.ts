import { withChunkLimit } from '#app/browser/chunk-limit.ts'
import { dayBefore, presentDay } from '#app/browser/present-day.ts'
import { shownMain } from '#app/browser/shown-page.ts'
import type { Day } from '#domain/dates.ts'
import { DAY_CHECK_MS, PREFETCHED_PAGE_MS } from '#domain/limits.ts'

/**
 * Refreshes a page that stays on screen when a day has begun in India, which no event says: 'Closes tomorrow' would be
 * wrong then. A hidden page is refreshed when it is looked at, one that was left when one goes back to it; here it is
 * refreshed again until the server has sent it, as is the page of another document.
 * Source: docs/behaviour/realtime.md#open-pages-follow-the-day
 */
export function followDay(): void {
  const days = new WeakMap<Element, Day>()
  const noteDay = () => {
    const main = shownMain()
    // It may have been fetched ahead.
    if (main && !days.has(main)) days.set(main, dayBefore(PREFETCHED_PAGE_MS))
  }
  const check = () => {
    const main = shownMain()
    const today = presentDay()
    if (!main || days.get(main) === today || document.hidden) return
    void withChunkLimit(import('./refresh-page.ts'))
      .then(({ refreshForDay }) => refreshForDay(days.has(main)))
      .then(() => {
        if (main === shownMain()) days.set(main, today)
      })
      .catch((error: unknown) => console.info('The page of the day before could not be refreshed', error))
  }
  addEventListener('pageshown', noteDay)
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // After Back the document is a saved copy, or the page as it was left was restored in it: both may be of any day.
  if (entry?.type !== 'back_forward') noteDay()
  check()
  setInterval(check, DAY_CHECK_MS)
}
