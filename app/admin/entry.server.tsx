import { hash } from 'node:crypto'
import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { adminContext } from './site-context.ts'

/** Renders a document of the admin. Its Content-Security-Policy allows only its own inline scripts, by their hashes. */
export default async function handleRequest(
  ...[request, status, headers, entry]: [Request, number, Headers, EntryContext]
): Promise<Response> {
  const stream = await renderToReadableStream(<ServerRouter context={entry} url={request.url} />)
  await stream.allReady
  const html = await new Response(stream).text()
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Security-Policy', contentSecurityPolicy(html))
  return new Response(request.method === 'HEAD' ? null : html, { status, headers })
}

/** Source: W3C Content Security Policy Level 3. */
function contentSecurityPolicy(html: string): string {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const hashes = Array.from(scripts, ([, body = '']) => `'sha256-${hash('sha256', body, 'base64')}'`)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(hashes)].join(' '),
    "style-src 'self'",
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (request.signal.aborted) return
  context.get(adminContext).logFailure(`page ${new URL(request.url).pathname}`, error)
}
