import { SAVED_AT_HEADER } from '#domain/app-shell.ts'
import { indianDay } from '#domain/dates.ts'
import { withSavedCopyLine } from '#domain/offline-messages.ts'
import { CachedResponse } from './cached-response.ts'

/**
 * Marks a cached page for the time in which the database cannot be reached. The service worker does not save a response
 * with the header, and an open page requests its address again until the response is not marked.
 *
 * @param now milliseconds since the epoch
 * @returns a copy with a line that says when the page was rendered; created once per page and Indian day
 * Source: docs/behaviour/faults.md#database-away
 */
export function markedPage(page: CachedResponse, now: number): Promise<CachedResponse> {
  const day = indianDay(now)
  if (page.marked?.day !== day) page.marked = { day, bytes: 0, copy: mark(page, now) }
  return page.marked.copy
}

/** Releases the memory of the marked copy, when the page can be sent without a mark again. */
export function dropMark(page: CachedResponse): void {
  if (page.marked === null) return
  page.marked = null
  page.onChange()
}

async function mark(page: CachedResponse, now: number): Promise<CachedResponse> {
  const { tags, renderedAt, expiresAt } = page
  const response = await page.toResponse()
  const html = withSavedCopyLine(await response.text(), renderedAt, now)
  const { status, headers } = response
  headers.set(SAVED_AT_HEADER, new Date(renderedAt).toISOString())
  const copy = await CachedResponse.from(new Response(html, { status, headers }), { tags, renderedAt, expiresAt })
  copy.onChange = () => {
    if (page.marked) page.marked.bytes = copy.bytes
    page.onChange()
  }
  copy.onChange()
  return copy
}
