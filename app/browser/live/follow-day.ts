import { withChunkLimit } from '#app/browser/chunk-limit.ts'
import { indianDay } from '#domain/dates.ts'
import { DAY_CHECK_MS } from '#domain/limits.ts'

/**
 * Refreshes a page that stays on screen when a day has begun in India, which no event says: 'Closes tomorrow' would be
 * wrong then. A hidden page is refreshed when it is looked at. Source: docs/behaviour/realtime.md#open-pages-follow-the-day
 */
export function followDay(): void {
  let day = indianDay(Date.now())
  setInterval(() => {
    const today = indianDay(Date.now())
    if (today === day || document.hidden) return
    void withChunkLimit(import('./refresh-page.ts'))
      .then(({ refreshPage }) => refreshPage())
      .then(() => {
        day = today
      })
      .catch((error: unknown) => console.info('The page of the day before could not be refreshed', error))
  }, DAY_CHECK_MS)
}
