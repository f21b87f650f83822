import { SAVED_AT_HEADER } from '#domain/app-shell.ts'
import { savedCopyMessage } from '#domain/offline-messages.ts'
import { sentAt } from './saved-pages.ts'
import { headersOfRewritten } from './whole-page.ts'

/** @returns the copy with a line at the top of its main element that says when it was saved */
export async function markedCopy(copy: Response): Promise<Response> {
  const savedAt = sentAt(copy)
  const line = `<p class="saved-copy" role="status">${savedCopyMessage(savedAt, Date.now())}</p>`
  const html = (await copy.text()).replace(/<main\b[^>]*>/, (main) => main + line)
  const headers = headersOfRewritten(copy)
  headers.set(SAVED_AT_HEADER, new Date(savedAt).toISOString())
  return new Response(html, { headers })
}
