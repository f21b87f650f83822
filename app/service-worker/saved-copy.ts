import { SAVED_AT_HEADER } from '#domain/app-shell.ts'
import { withSavedCopyLine } from '#domain/offline-messages.ts'
import { sentAt } from './saved-pages.ts'
import { headersOfRewritten } from './whole-page.ts'

/** @returns the copy with a line at the top of its main element that says when it was saved */
export async function markedCopy(copy: Response): Promise<Response> {
  const savedAt = sentAt(copy)
  const html = withSavedCopyLine(await copy.text(), savedAt, Date.now())
  const headers = headersOfRewritten(copy)
  headers.set(SAVED_AT_HEADER, new Date(savedAt).toISOString())
  return new Response(html, { headers })
}
