import { keptTitles } from './kept-pages.ts'
import { offlineDocument } from './shell.ts'

/** The list that the page has room for, empty as the server sends it. */
const EMPTY_LIST = /(<ul class="saved-pages">)(<\/ul>)/

/** Says that there is no network, at the address that was asked for, and names the pages that can be read all the same. */
export async function offlinePage(): Promise<Response> {
  const page = await offlineDocument()
  if (!page) return Response.error()
  const items = (await keptTitles()).map(({ path, title }) => `<li><a href="${escaped(path)}">${title}</a></li>`)
  const html = (await page.text()).replace(EMPTY_LIST, (_list, start, end) => start + items.join('') + end)
  const headers = new Headers(page.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(html, { headers })
}

function escaped(path: string): string {
  return path.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
