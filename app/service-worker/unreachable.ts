import { PAGE_HEADER } from '#domain/app-shell.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { OFFLINE } from '#domain/offline-messages.ts'
import { withLanguages } from '#domain/text-language.ts'
import { headersOfCopy } from './copy-headers.ts'
import { savedTitles } from './saved-pages.ts'
import { offlineDocument } from './shell.ts'

/** Used when the offline document, which has the configured name, is not cached. */
const SITE_NAME = 'Suchana'

/** The list of saved pages, which is empty in the document from the server. */
const EMPTY_LIST = /(<ul class="saved-pages">)(<\/ul>)/

const UNREACHABLE_HEADING = /data-variant="unreachable"[^>]*>\s*<h1[^>]*>([^<]*)<\/h1>/

/**
 * Response to a fetch of an unreachable page; the page that requested it stays on screen and shows the failure.
 */
export function unreachableResponse(): Response {
  return new Response(null, { status: 504, headers: { [PAGE_HEADER]: 'unreachable' } })
}

/**
 * Response to a navigation to an unreachable page: explains the cause (no network, or no server), lists the saved
 * pages, and retries by itself.
 */
export async function unreachablePage(): Promise<Response> {
  const isOffline = !navigator.onLine
  const page = await offlineDocument()
  if (!page) return minimalPage(isOffline)
  const items = (await savedTitles()).map(
    ({ path, title }) => `<li><a href="${escapeHtml(path)}">${withLanguages(title)}</a></li>`,
  )
  const html = (await page.text()).replace(EMPTY_LIST, (_list, start, end) => start + items.join('') + end)
  const headers = headersOfCopy(page)
  headers.set(PAGE_HEADER, 'unreachable')
  return new Response(isOffline ? html : withUnreachableVariant(html), { status: 503, headers })
}

/**
 * The document contains the texts for both causes; the one for an unreachable server is hidden. The title is its
 * heading.
 */
function withUnreachableVariant(html: string): string {
  const heading = UNREACHABLE_HEADING.exec(html)?.[1]
  if (heading === undefined) return html
  return html
    .replace(/<title>[^<]*/, () => `<title>${heading}`)
    .replace('data-variant="offline"', (variant) => `${variant} hidden=""`)
    .replace(/(data-variant="unreachable") hidden=""/, '$1')
}

/** @returns a page for when the offline document is not cached; without script and style, so that it complies with the strictest policy */
function minimalPage(isOffline: boolean): Response {
  const heading = isOffline ? OFFLINE.heading : OFFLINE.cannotBeReached(SITE_NAME)
  const html = `<!DOCTYPE html>
<html lang="en-IN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="5">
<title>${heading}</title>
<main id="main">
<h1>${heading}</h1>
<p>${OFFLINE.retries} <a href="">${OFFLINE.retry}</a></p>
</main>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    [PAGE_HEADER]: 'unreachable',
  }
  return new Response(html, { status: 503, headers })
}
