import { hash } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { siteContext, type SiteSettings } from '#app/data/site-context.ts'

/**
 * The whole document at once: pages are hashed, compressed and kept as a unit, and no page waits for a part of its data.
 * So React writes one text, and the data of the page follows it in one script instead of a stream. Measured: docs/decisions/021
 */
export default async function handleRequest(
  ...[request, status, headers, entry, context]: [Request, number, Headers, EntryContext, RouterContextProvider]
): Promise<Response> {
  const { serverHandoffStream, ...page } = entry
  const data = serverHandoffStream ? await new Response(serverHandoffStream).text() : ''
  const written = renderToString(<ServerRouter context={page} url={request.url} />)
  // A page without scripts has nobody who would read the data.
  const html = page.renderMeta?.didRenderScripts ? finished(written, data) : `<!DOCTYPE html>${written}`
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set(
    'Content-Security-Policy',
    contentSecurityPolicy(html, foreignOrigins(request, context.get(siteContext).site)),
  )
  return new Response(request.method === 'HEAD' ? null : html, { status, headers })
}

/**
 * Adds what the router in the browser starts with, in the words that its own stream would use. The page itself, the long
 * part between the head and the first module script, stays as it was written.
 */
function finished(html: string, data: string): string {
  const body = html.indexOf('</head>')
  const modules = html.lastIndexOf(MODULES)
  const end = html.lastIndexOf('</body>')
  const stream = 'window.__reactRouterContext.streamController'
  const start = `<script>${stream}.enqueue(${scriptText(data)});${stream}.close();</script>`
  const after = start + html.slice(end)
  // In development Vite's own script has to be the first.
  if (import.meta.env.DEV || modules < body) return `<!DOCTYPE html>${html.slice(0, end)}${after}`
  const { head, scripts } = scriptsAfterPaint(html.slice(0, body), html.slice(modules, end))
  return `<!DOCTYPE html>${head}${html.slice(body, modules)}${scripts}${after}`
}

/** Text as a literal that cannot end the script it stands in. */
function scriptText(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

const MODULES = '<script type="module" async="">'

/**
 * Words first: the module scripts are asked for when the page has been painted once, so that on a slow network the page
 * and its font do not share the line with them. Measured: docs/decisions/004, "Scripts after the first paint".
 */
function scriptsAfterPaint(head: string, scripts: string): { head: string; scripts: string } {
  const preload = /<link rel="modulepreload"[^>]*?href="([^"]+)"[^>]*>/g
  const early = Array.from((head + scripts).matchAll(preload), ([, file]) => `import"${file}";`)
  const later = scripts.replace(MODULES, `<script type="text/plain" id="modules">${early.join('')}`)
  return { head: head.replaceAll(preload, ''), scripts: `${later.replaceAll(preload, '')}<script>${START}</script>` }
}

const START = `requestAnimationFrame(()=>setTimeout(()=>{let s=document.createElement('script');s.type='module';s.textContent=document.getElementById('modules').textContent;document.head.append(s)}))`

/**
 * Only the inline scripts and styles of this very document may run. Data blocks (JSON-LD) are not executed and need none.
 * Source: W3C Content Security Policy Level 3; hashes rather than nonces, because pages are cached.
 */
function contentSecurityPolicy(html: string, foreign: string[]): string {
  const scripts = hashes(blocks(html, 'script').filter(({ tag }) => !/\ssrc=|application\/ld\+json/.test(tag)))
  const styles = hashes(blocks(html, 'style'))
  return [
    "default-src 'self'",
    ["script-src 'self'", scripts, ...foreign].join(' '),
    `style-src 'self' ${styles}`,
    "img-src 'self' data: https:",
    ["connect-src 'self'", ...foreign].join(' '),
    ...(foreign.length > 0 ? [["frame-src 'self'", ...foreign].join(' ')] : []),
    "worker-src 'self'",
    "manifest-src 'self'",
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

interface Block {
  /** With its attributes. */
  tag: string
  body: string
}

/** Elements of a kind that hold no other elements. */
function blocks(html: string, name: 'script' | 'style'): Block[] {
  const found: Block[] = []
  for (let start = html.indexOf(`<${name}`); start >= 0; start = html.indexOf(`<${name}`, start)) {
    const inside = html.indexOf('>', start) + 1
    const end = html.indexOf(`</${name}>`, inside)
    found.push({ tag: html.slice(start, inside), body: html.slice(inside, end) })
    start = end
  }
  return found
}

function hashes(found: Block[]): string {
  return found.map(({ body }) => `'sha256-${hash('sha256', body, 'base64')}'`).join(' ')
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (request.signal.aborted) return
  context.get(siteContext).logFailure(`page ${new URL(request.url).pathname}`, error)
}
