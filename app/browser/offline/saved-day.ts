import { serverNowBy } from '#app/data/time-by-copy.ts'
import { SAVED_AT_HEADER, SAVED_PAGES } from '#domain/app-shell.ts'
import { BANNERS } from '#domain/banner-messages.ts'
import { formatDay, indianDay, relativeDay } from '#domain/dates.ts'

/**
 * @param now by the clock of the device
 * @returns a line with the day of the saved copy of this page; empty when it is today or unknown
 */
export async function savedDayLine(now: number): Promise<string> {
  const pages = await caches.open(SAVED_PAGES)
  const copy = await pages.match(location.pathname + location.search, { ignoreVary: true })
  if (!copy) return ''
  const savedAt = Date.parse(copy.headers.get(SAVED_AT_HEADER) ?? copy.headers.get('date') ?? '')
  if (Number.isNaN(savedAt)) return ''
  const [day, today] = [indianDay(savedAt), indianDay(serverNowBy(copy, now))]
  // A copy from a later day only shows that the clock of the device is behind.
  return day === today ? '' : BANNERS.asOf(formatDay(day), day < today ? relativeDay(day, today) : '')
}
