import { headersOfCopy } from './copy-headers.ts'
import { offlineDocuments } from './shell.ts'

/** The sections that differ between documents, in their order. */
const SECTIONS = [/<style data-sheet=[\s\S]*?<\/style>/, /<title>[\s\S]*?<\/head>/, /<main [\s\S]*?<\/main>/]

/**
 * Scripts request only the part of a page that differs between pages (server/page-part.ts). A saved copy has to be a
 * whole document, so that part is put into an offline document of the same build.
 *
 * @returns the response itself when it is a whole document; null when there is no document of its build
 */
export async function wholePage(response: Response): Promise<Response | null> {
  const part = await response.clone().text()
  if (!/<html [^>]*data-part>/.test(part)) return response
  const html = await withNewestHeader(part)
  return html === null ? null : new Response(html, { headers: headersOfCopy(response) })
}

/**
 * Puts the sections of a page into the newest offline document, so that a saved copy has header and footer of the
 * version that the visitor has accepted. Versions share their scripts and styles when only the server has changed.
 *
 * @param page HTML of a page or of its part
 * @returns null when there is no offline document with the scripts and styles of the page
 */
export async function withNewestHeader(page: string): Promise<string | null> {
  const shell = (await offlineDocuments()).find((document) => buildOf(document) === buildOf(page))
  if (shell === undefined) return null
  // The header of the page itself also marks its link in the menu, and has the text of its search.
  if (headerOf(shell) === headerOf(page)) return page
  return SECTIONS.reduce((whole, section) => whole.replace(section, () => section.exec(page)?.[0] ?? ''), shell)
}

/** @returns header and footer, without what differs between pages */
function headerOf(html: string): string {
  const parts = [/<header[\s\S]*?<\/header>/, /<footer[\s\S]*?<\/footer>/].map((part) => part.exec(html)?.[0])
  return parts.join('').replace(/ (aria-current|value)="[^"]*"/g, '')
}

function buildOf(html: string): string | undefined {
  return / data-build="([^"]*)"/.exec(html)?.[1]
}
