import { withChunkLimit } from '#app/browser/chunk-limit.ts'
import { shownMain } from '#app/browser/shown-page.ts'
import { indianDay, type Day } from '#domain/dates.ts'
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
    if (main && !days.has(main)) days.set(main, indianDay(Date.now() - PREFETCHED_PAGE_MS))
  }
  const check = () => {
    const main = shownMain()
    const today = indianDay(Date.now())
    if (!main || days.get(main) === today || document.hidden) return
    void refresh(days.has(main))
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

/** What the visitor would lose with the document. */
const IN_USE = 'main:not([aria-hidden])[data-typed], :is(input, select, textarea):focus, dialog[open]'

/**
 * Refreshes the page.
 *
 * @param isReplaceable whether the document is loaded anew when the server has another build than this one
 */
async function refresh(isReplaceable: boolean): Promise<void> {
  const { refreshPage, needsDocument } = await withChunkLimit(import('./refresh-page.ts'))
  await refreshPage()
  if (!isReplaceable || !needsDocument()) return
  if (document.querySelector(IN_USE)) throw new Error('The visitor is typing')
  location.reload()
}
