import { TOO_MANY_PAGES } from '#domain/messages.ts'
import { rejectionHeaders } from './response-headers.ts'

const PAGE = `<!doctype html>
<html lang="en-IN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${TOO_MANY_PAGES.title}</title>
<h1>${TOO_MANY_PAGES.title}</h1>
<p>${TOO_MANY_PAGES.text}
<p><a href="">${TOO_MANY_PAGES.retry}</a>
</html>
`

/** The response to an address that requests more pages, or table reads, than are rendered for it. */
export function createBusyResponse(siteUrl: string): (path: string) => Response {
  const headers = rejectionHeaders(siteUrl)
  const error = { code: 'PT503', details: null, hint: null, message: TOO_MANY_PAGES.text }
  return (path) =>
    path.startsWith('/rest/')
      ? Response.json(error, { status: 503, headers })
      : new Response(PAGE, { status: 503, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
}
