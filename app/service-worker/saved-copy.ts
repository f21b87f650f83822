import { SAVED_AT_HEADER } from '#domain/app-shell.ts'
import { withSavedCopyLine } from '#domain/offline-messages.ts'
import { sentAt } from './saved-pages.ts'

/** @returns the copy with a line at the top of its main element that says when it was saved */
export async function markedCopy(copy: Response): Promise<Response> {
  const savedAt = sentAt(copy)
  const html = withSavedCopyLine(await copy.text(), savedAt, Date.now())
  const headers = headersOfRewritten(copy)
  headers.set(SAVED_AT_HEADER, new Date(savedAt).toISOString())
  return new Response(html, { headers })
}

/** Headers for a page whose HTML was changed: without length and encoding, which no longer match it. */
export function headersOfRewritten(page: Response): Headers {
  const headers = new Headers(page.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return headers
}
