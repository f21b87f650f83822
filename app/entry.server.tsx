import { createHash } from 'node:crypto'
import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { siteContext, type SiteSettings } from '#app/data/site-context.ts'

/** Longest time a page may take to render, in milliseconds. */
const RENDER_TIMEOUT_MS = 6_000

/** The whole document at once: pages are hashed, compressed and cached as a unit, so streaming would buy nothing. */
export default async function handleRequest(
  ...[request, status, headers, entry, context]: [Request, number, Headers, EntryContext, RouterContextProvider]
): Promise<Response> {
  let renderStatus = status
  const stream = await renderToReadableStream(<ServerRouter context={entry} url={request.url} />, {
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(RENDER_TIMEOUT_MS)]),
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError(error) {
      renderStatus = 500
      console.error(error)
    },
  })
  await stream.allReady
  // latin1 shows each byte of the UTF-8 text as one character: patching it costs no decoding and loses nothing.
  const written = Buffer.concat(await Array.fromAsync(stream)).toString('latin1')
  // In development Vite's own script has to be the first.
  const html = import.meta.env.DEV ? written : scriptsAfterPaint(written)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set(
    'Content-Security-Policy',
    contentSecurityPolicy(html, foreignOrigins(request, context.get(siteContext).site)),
  )
  return new Response(request.method === 'HEAD' ? null : Buffer.from(html, 'latin1'), { status: renderStatus, headers })
}

/**
 * Words first: the module scripts are asked for when the page has been painted once, so that on a slow network the page
 * and its font do not share the line with them. Measured: docs/decisions/004, "Scripts after the first paint".
 */
function scriptsAfterPaint(html: string): string {
  if (import.meta.env.DEV) return html
  const early = Array.from(html.matchAll(/<link rel="modulepreload"[^>]*?href="([^"]+)"[^>]*>/g), ([, file]) => file)
  const together = early.map((file) => `import"${file}";`).join('')
  const patched = html.replace('<script type="module" async="">', `<script type="text/plain" id="modules">${together}`)
  if (patched === html) return html
  return patched
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace('</body>', `<script>${START}</script></body>`)
}

const START = `requestAnimationFrame(()=>setTimeout(()=>{let s=document.createElement('script');s.type='module';s.textContent=document.getElementById('modules').textContent;document.head.append(s)}))`

/**
 * Only the inline scripts and styles of this very document may run. Data blocks (JSON-LD) are not executed and need none.
 * Source: W3C Content Security Policy Level 3; hashes rather than nonces, because pages are cached.
 */
function contentSecurityPolicy(html: string, foreign: string[]): string {
  const scripts = hashes(html, /<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g)
  const styles = hashes(html, /<style[^>]*>([\s\S]*?)<\/style>/g)
  return [
    "default-src 'self'",
    ["script-src 'self'", scripts, ...foreign].join(' '),
    `style-src 'self' ${styles}`,
    "img-src 'self' data: https:",
    ["connect-src 'self'", ...foreign].join(' '),
    ...(foreign.length > 0 ? [["frame-src 'self'", ...foreign].join(' ')] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Hosts whose scripts the operator has asked for: on the pages of visitors, never where staff are signed in. */
function foreignOrigins(request: Request, { scriptUrls, adScriptUrl }: SiteSettings): string[] {
  if (/^\/admin([-/]|$)/.test(new URL(request.url).pathname)) return []
  const origins = [...scriptUrls, ...(adScriptUrl ? [adScriptUrl] : [])].map((address) => new URL(address).origin)
  return [...new Set(origins)]
}

function hashes(html: string, blocks: RegExp): string {
  const bodies = Array.from(html.matchAll(blocks), ([, body = '']) => Buffer.from(body, 'latin1'))
  return bodies.map((body) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`).join(' ')
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (request.signal.aborted) return
  context.get(siteContext).logFailure(`page ${new URL(request.url).pathname}`, error)
}
