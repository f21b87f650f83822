import { offlineDocument } from './shell.ts'

/** The sections that differ between documents, in their order. */
const SECTIONS = [/<style data-sheet=[\s\S]*?<\/style>/, /<title>[\s\S]*?<\/head>/, /<main [\s\S]*?<\/main>/]

/**
 * Scripts request only the part of a page that differs between pages (server/page-part.ts). A saved copy has to be a
 * whole document, so that part is put into the offline document of the same build.
 *
 * @returns the response itself when it is a whole document; null when there is no document of its build
 */
export async function wholePage(response: Response): Promise<Response | null> {
  const part = await response.clone().text()
  if (!/<html [^>]*data-part>/.test(part)) return response
  const shell = await (await offlineDocument())?.text()
  if (!shell || buildOf(shell) !== buildOf(part)) return null
  const html = SECTIONS.reduce((whole, section) => whole.replace(section, () => section.exec(part)?.[0] ?? ''), shell)
  return new Response(html, { headers: headersOfRewritten(response) })
}

/** Headers for a page whose HTML was changed: without length and encoding, which no longer match it. */
export function headersOfRewritten(page: Response): Headers {
  const headers = new Headers(page.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return headers
}

function buildOf(html: string): string | undefined {
  return / data-build="([^"]*)"/.exec(html)?.[1]
}
