import { hash } from 'node:crypto'
import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import type { PolicyName } from '#app/browser/trusted-types.ts'
import { adminContext } from './site-context.ts'

/** Renders a document of the admin. Its Content-Security-Policy allows only its own inline scripts, by their hashes. */
export default async function handleRequest(
  ...[request, status, headers, entry, context]: [Request, number, Headers, EntryContext, RouterContextProvider]
): Promise<Response> {
  const stream = await renderToReadableStream(<ServerRouter context={entry} url={request.url} />)
  await stream.allReady
  const html = await new Response(stream).text()
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // The clock of the device may be wrong, and scripts cannot read the header Date of the document.
  headers.set('Server-Timing', `now;dur=${Date.now()}`)
  headers.set('Content-Security-Policy', contentSecurityPolicy(html, context.get(adminContext).site.url))
  return new Response(request.method === 'HEAD' ? null : html, { status, headers })
}

const POLICIES: PolicyName[] = ['markdown', 'preview-frame', 'service-worker']

/** Source: W3C Content Security Policy Level 3; W3C Trusted Types. */
function contentSecurityPolicy(html: string, siteUrl: string): string {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const hashes = Array.from(scripts, ([, body = '']) => `'sha256-${hash('sha256', body, 'base64')}'`)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(hashes)].join(' '),
    "style-src 'self'",
    // Uploaded images have the address of the site, where an admin may have opened another name of it.
    `img-src 'self' data: ${new URL(siteUrl).origin}`,
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // In development Vite's client writes HTML of its own.
    ...(import.meta.env.PROD ? ["require-trusted-types-for 'script'", `trusted-types ${POLICIES.join(' ')}`] : []),
  ].join('; ')
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (request.signal.aborted) return
  context.get(adminContext).logFailure(`page ${new URL(request.url).pathname}`, error)
}
