import { SAVED_AT_HEADER } from '#domain/app-shell.ts'
import { indianDay } from '#domain/dates.ts'
import { withSavedCopyLine } from '#domain/offline-messages.ts'
import { CachedResponse } from './cached-response.ts'

/**
 * Marks a cached page for the time in which the database cannot be reached. The header keeps the copy out of the store
 * of the service worker, and makes an open page ask again until it gets an unmarked one.
 *
 * @param now milliseconds since the epoch
 * @returns the page with a line that says when it was rendered; made once for a page and an Indian day
 * Source: docs/behaviour/faults.md#database-away
 */
export function markedPage(page: CachedResponse, now: number): Promise<CachedResponse> {
  const day = indianDay(now)
  if (page.marked?.day !== day) page.marked = { day, bytes: 0, copy: mark(page, now) }
  return page.marked.copy
}

/** Releases the memory of the marked copy when the page can be sent as it is again. */
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
